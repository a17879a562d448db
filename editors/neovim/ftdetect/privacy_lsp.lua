vim.filetype.add({
  extension = { xcprivacy = 'xml' },
  pattern = {
    ['.*%.[xX][cC][pP][rR][iI][vV][aA][cC][yY]'] = 'xml',
    ['.*/[iI][nN][fF][oO]%.[pP][lL][iI][sS][tT]'] = 'xml',
    ['.*%-[iI][nN][fF][oO]%.[pP][lL][iI][sS][tT]'] = 'xml',
    ['.*/[iI][nN][fF][oO]%-[^/]*%.[pP][lL][iI][sS][tT]'] = 'xml',
  },
})
