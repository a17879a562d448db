import ProjectFiles
import SourceText
import TestSupport
import Testing
