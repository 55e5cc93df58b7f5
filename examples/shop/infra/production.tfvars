environment = "production"
protected   = true
