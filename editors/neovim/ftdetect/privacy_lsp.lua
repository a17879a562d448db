vim.filetype.add({
  -- file-kinds.json: lua-detection
  extension = {
    xcprivacy = 'xml',
    entitlements = 'xml',
    xcconfig = 'xcconfig',
  },
  filename = {
    ['Info.plist'] = 'xml',
    ['InfoPlist.strings'] = 'strings',
    ['InfoPlist.xcstrings'] = 'json',
    ['project.pbxproj'] = 'pbxproj',
  },
  pattern = {
    ['.*%.[xX][cC][pP][rR][iI][vV][aA][cC][yY]'] = 'xml',
    ['.*/[iI][nN][fF][oO]%.[pP][lL][iI][sS][tT]'] = 'xml',
    ['.*%-[iI][nN][fF][oO]%.[pP][lL][iI][sS][tT]'] = 'xml',
    ['.*/[iI][nN][fF][oO]%-[^/]*%.[pP][lL][iI][sS][tT]'] = 'xml',
    ['.*/[iI][nN][fF][oO][pP][lL][iI][sS][tT]%.[sS][tT][rR][iI][nN][gG][sS]'] = 'strings',
    ['.*/[iI][nN][fF][oO][pP][lL][iI][sS][tT]%.[xX][cC][sS][tT][rR][iI][nN][gG][sS]'] = 'json',
    ['.*%.[eE][nN][tT][iI][tT][lL][eE][mM][eE][nN][tT][sS]'] = 'xml',
    ['.*/[pP][rR][oO][jJ][eE][cC][tT]%.[pP][bB][xX][pP][rR][oO][jJ]'] = 'pbxproj',
    ['.*%.[xX][cC][cC][oO][nN][fF][iI][gG]'] = 'xcconfig',
  },
  -- file-kinds.json: end
})
