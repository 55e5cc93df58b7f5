# Accounts, repositories, and all that hangs on them.

table "github" {
  description = "Repositories, issues, pull requests, stars and forks"
}

# Accounts: users and organisations share one name space, so they are one entity

entity "account" {
  description = "A user or an organisation"
  identity    = [name]

  attribute "name" {
    type       = string
    max_length = 39
  }
  attribute "kind" {
    type      = enum("user", "organization")
    immutable = true
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "organizations" {
    description = "Of a user: the role in each organisation"
    type        = map(string)
    optional    = true
  }
  attribute "payment_plan" {
    type     = object({ plan_type = string, plan_start_date = string })
    optional = true
  }
  attribute "email" {
    type       = string
    max_length = 254
    optional   = true
  }
  attribute "bio" {
    type       = string
    max_length = 1000
    optional   = true
  }
}

entity "membership" {
  description = "A user belongs to an organisation"
  identity    = [organization, username]

  attribute "organization" { references = account }
  attribute "username" { references = account }
  attribute "role" { type = enum("Owner", "Member") }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

# Repositories

entity "repository" {
  identity = [owner, repo_name]

  attribute "owner" { references = account }
  attribute "repo_name" {
    type       = string
    max_length = 100
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
  attribute "updated_at" {
    type     = timestamp
    on_write = now
  }
  attribute "numbers" {
    description = "The last number given to an issue or a pull request"
    type        = int
    min         = 0
    max         = 999999
  }
  attribute "fork_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
  attribute "star_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
  attribute "description" {
    type       = string
    max_length = 500
    optional   = true
  }
  attribute "is_private" { type = bool }
  attribute "language" {
    type       = string
    max_length = 40
    optional   = true
  }
}

entity "issue" {
  identity = [owner, repo_name, issue_number]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "issue_number" {
    type = int
    min  = 1
    max  = 999999
  }
  attribute "title" {
    type       = string
    max_length = 256
  }
  attribute "body" {
    type       = string
    max_length = 65536
  }
  attribute "status" { type = enum("Open", "Closed") }
  attribute "author" {
    references = account
    immutable  = true
  }
  attribute "assignees" {
    type     = set(string)
    optional = true
  }
  attribute "labels" {
    type     = set(string)
    optional = true
  }
  attribute "star_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

entity "pull_request" {
  identity = [owner, repo_name, pr_number]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "pr_number" {
    type = int
    min  = 1
    max  = 999999
  }
  attribute "title" {
    type       = string
    max_length = 256
  }
  attribute "body" {
    type       = string
    max_length = 65536
  }
  attribute "status" { type = enum("open", "closed", "merged") }
  attribute "author" {
    references = account
    immutable  = true
  }
  attribute "source_branch" {
    type       = string
    max_length = 255
  }
  attribute "target_branch" {
    type       = string
    max_length = 255
  }
  attribute "merge_commit_sha" {
    type       = string
    max_length = 40
    optional   = true
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

entity "issue_comment" {
  identity = [owner, repo_name, issue_number, comment_id]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "issue_number" { references = issue.issue_number }
  attribute "comment_id" { type = ksuid }
  attribute "comment" {
    type       = string
    max_length = 65536
  }
  attribute "author" {
    references = account
    immutable  = true
  }
  attribute "star_count" {
    type = int
    min  = 0
    max  = 10000000000
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

entity "pull_request_comment" {
  identity = [owner, repo_name, pr_number, comment_id]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "pr_number" { references = pull_request.pr_number }
  attribute "comment_id" { type = ksuid }
  attribute "comment" {
    type       = string
    max_length = 65536
  }
  attribute "author" {
    references = account
    immutable  = true
  }
  attribute "file_path" {
    type       = string
    max_length = 1000
    optional   = true
  }
  attribute "line_number" {
    type     = int
    min      = 1
    max      = 9999999
    optional = true
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

entity "reaction" {
  description = "What a user thinks of an issue, a pull request or a comment"
  identity    = [owner, repo_name, target_type, target_id, reacting_user]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "target_type" { type = enum("issue", "pull_request", "issue_comment", "pull_request_comment") }
  attribute "target_id" {
    type       = string
    max_length = 40
  }
  attribute "reacting_user" { references = account }
  attribute "reactions" { type = set(string) }
}

entity "star" {
  identity = [owner, repo_name, user]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "user" { references = account }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

entity "fork" {
  description = "A repository was made from another; it is a repository of its own, too"
  identity    = [owner, repo_name, fork_owner]

  attribute "owner" { references = repository.owner }
  attribute "repo_name" { references = repository.repo_name }
  attribute "fork_owner" { references = account }
  attribute "fork_name" {
    type       = string
    max_length = 100
  }
  attribute "created_at" {
    type      = timestamp
    immutable = true
    on_create = now
  }
}

# What is asked

access_pattern "get_account" {
  entity = account
  equals = [name]
}

access_pattern "members_of_organization" {
  description = "An organisation, then its members by name"
  entities    = [account, membership]
  equals      = [organization]
  first       = account
  sort        = username
}

access_pattern "organizations_of_user" {
  description = "The organisations that a user belongs to, which stand on the user"
  entity      = account
  equals      = [name]
  select      = [organizations]
}

access_pattern "get_repository" {
  entity = repository
  equals = [owner, repo_name]
}

access_pattern "repositories_of_account" {
  description = "An account, then its repositories, the last changed first"
  entities    = [account, repository]
  equals      = [owner]
  first       = account
  sort        = updated_at
  order       = descending
}

access_pattern "issues_of_repository" {
  description = "A repository, then its issues, newest first"
  entities    = [repository, issue]
  equals      = [owner, repo_name]
  first       = repository
  sort        = issue_number
  order       = descending
}

access_pattern "open_issues" {
  description = "The open issues of a repository, newest first"
  entity      = issue
  equals      = [owner, repo_name]
  where       = status == "Open"
  sort        = issue_number
  order       = descending
}

access_pattern "closed_issues" {
  description = "The closed issues of a repository, oldest first"
  entity      = issue
  equals      = [owner, repo_name]
  where       = status == "Closed"
  sort        = issue_number
}

access_pattern "get_issue" {
  entity = issue
  equals = [owner, repo_name, issue_number]
}

access_pattern "comments_of_issue" {
  entity = issue_comment
  equals = [owner, repo_name, issue_number]
  sort   = comment_id
}

access_pattern "pull_requests_of_repository" {
  description = "A repository, then its pull requests, newest first"
  entities    = [repository, pull_request]
  equals      = [owner, repo_name]
  first       = repository
  sort        = pr_number
  order       = descending
}

access_pattern "get_pull_request" {
  entity = pull_request
  equals = [owner, repo_name, pr_number]
}

access_pattern "comments_of_pull_request" {
  entity = pull_request_comment
  equals = [owner, repo_name, pr_number]
  sort   = comment_id
}

access_pattern "stargazers_of_repository" {
  description = "A repository, then who starred it"
  entities    = [repository, star]
  equals      = [owner, repo_name]
  first       = repository
  sort        = user
}

access_pattern "get_star" {
  description = "Whether a user starred a repository"
  entity      = star
  equals      = [owner, repo_name, user]
}

access_pattern "stars_of_user" {
  description = "What a user starred, by repository"
  entity      = star
  equals      = [user]
  sort        = [owner, repo_name]
}

access_pattern "forks_of_repository" {
  description = "A repository, then its forks by their owners"
  entities    = [repository, fork]
  equals      = [owner, repo_name]
  first       = repository
  sort        = fork_owner
}

access_pattern "get_reaction" {
  description = "What a user thinks of something"
  entity      = reaction
  equals      = [owner, repo_name, target_type, target_id, reacting_user]
}

access_pattern "reactions_of_target" {
  description = "What everybody thinks of something"
  entity      = reaction
  equals      = [owner, repo_name, target_type, target_id]
}
