environment = "staging"
protected   = false
