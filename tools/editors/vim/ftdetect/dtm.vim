autocmd BufNewFile,BufRead *.dtm setfiletype dtm
