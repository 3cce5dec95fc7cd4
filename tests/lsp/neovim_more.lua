return function(t) end
