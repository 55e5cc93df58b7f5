# Everything that could break generated Go: names that collide with keywords,
# predeclared names, packages and the runtime; descriptions that try to leave
# their comments; stored names and values that need quoting.

table "hostile" {
  description = "A table */ that ends comments\nand begins lines:\n+build ignore\npackage other\u2028func init() {}"

  keys {
    partition       = "p k"
    sort            = "s\"k`"
    index           = "GSI-%d"
    index_partition = "gsi%d.pk"
    index_sort      = "gsi%d sk"
  }
  entity_attribute = "#entity:%s"
}

emit "go" {
  path    = "hostiledb"
  package = "hostiledb"
}

entity "type" {
  description = "+build ignore"
  identity    = [func, range]

  attribute "func" {
    type        = string
    description = "*/ }\n\nfunc init() { panic(1) } /*"
  }
  attribute "range" {
    type = int
    min  = -5
    max  = 99
  }
  attribute "ctx" {
    type     = string
    optional = true
  }
  attribute "opts" {
    type      = string
    stored_as = "a.b c"
  }
  attribute "err" {
    type      = bool
    stored_as = "#err"
  }
  attribute "string" {
    type      = enum("a-b", "a b", "a_b", "日本", "1", "*/", "\"", "%s", "`", "Ä")
    stored_as = "日本 \"q\" `\\"
  }
  attribute "key" {
    type    = decimal
    go_name = "KeyValue"
  }
  attribute "nil" {
    type     = timestamp
    optional = true
  }
  attribute "len" {
    type      = epoch
    precision = nanosecond
    immutable = true
  }
  attribute "append" {
    type     = date
    optional = true
  }
  attribute "context" {
    type     = set(int)
    optional = true
  }
  attribute "time" { type = list(object({ type = string, func = optional(int), list = list(map(enum("x", "y"))) })) }
  attribute "types" {
    type     = map(list(timestamp))
    optional = true
  }
  attribute "any" { type = any }
  attribute "float64" {
    type     = float
    optional = true
  }
  attribute "byte" {
    type       = binary
    max_length = 10
    optional   = true
  }
  attribute "decimals" {
    type     = set(decimal)
    optional = true
  }
  attribute "blobs" {
    type     = set(binary)
    optional = true
  }
  attribute "object" {
    type     = object({ a = decimal, b = optional(timestamp), c = optional(object({ d = date, e = optional(bool) })) })
    optional = true
  }
  attribute "lower" { derive = lower(opts) }
  attribute "day" { derive = bucket(len, day) }
  attribute "digest" { derive = sha256(func) }
  attribute "first" { derive = first(opts, 2) }
  attribute "joined" { derive = "${opts} ${string}" }
}

entity "windows" {
  description = "Ends as a build constraint would"
  identity    = [id]
  plural      = "Windows2"
  attribute "id" { type = uuid }
  attribute "in" {
    type      = ulid
    on_create = ulid
  }
  attribute "out" {
    type      = ksuid
    on_create = ksuid
  }
  attribute "item" {
    type      = int
    optional  = true
    on_create = -3
  }
  attribute "changed" {
    type     = timestamp
    on_write = now
  }
  attribute "v" { type = int }
  version = v
}

entity "new_test" {
  identity = []
  attribute "main" { type = string }
}

entity "doc" {
  identity = [type]
  attribute "type" { references = windows }
}

access_pattern "types_by_len" {
  description = "*/"
  entity      = type
  equals      = [lower, string]
  range       = len
}

access_pattern "get_type" {
  entity = type
  equals = [func, range]
}

access_pattern "types_of_func" {
  description = "Whatever\u202e begins"
  entity      = type
  equals      = [func]
  range       = range
  order       = descending
}

access_pattern "present_nil" {
  entity = type
  equals = [digest]
  where  = present(nil) && string != "%s"
  sort   = nil
}

