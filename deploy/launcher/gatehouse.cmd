@"%~dp0..\node\bin\node.exe" "%~dp0..\app\dist\cli.js" %*
