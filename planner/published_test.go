package planner_test

import (
	"testing"

	"github.com/keyplan/keyplan/planner"
	"github.com/keyplan/keyplan/planner/prove"
)

// github is the back end of the DynamoDB Book's chapter 21: many reads of a
// parent with its children, the repository among three kinds of them.
func github() *shop {
	return built(
		"user a# = username:string | created_at:time!",
		"membership m# = organization:string, username=user.username | role:enum",
		"organization g# = organization=membership.organization | created_at:time!",
		"repository r# = owner=user.username, repo:string | updated_at:time fork_owner?=user.username fork_repo:string?",
		"issue i# = owner=user.username, repo=repository.repo, number:int | status:enum author:string",
		"pull p# = owner=user.username, repo=repository.repo, number=issue.number | status:enum",
		"issue_comment ic# = owner=user.username, repo=repository.repo, number=issue.number, comment_id:string |",
		"pull_comment pc# = owner=user.username, repo=repository.repo, number=issue.number, comment_id=issue_comment.comment_id |",
		"star s# = owner=user.username, repo=repository.repo, fan=user.username |",
		"reaction x# = target:string, fan=user.username | kind:enum",
		"get_user: user | equals username",
		"get_organization: organization | equals organization",
		"members: organization, membership | equals organization",
		"get_repository: repository | equals owner, repo",
		"repositories_of: repository | equals owner | sort updated_at | descending",
		"issues: repository, issue | equals owner, repo | first repository | sort number | descending",
		"open_issues: issue | equals owner, repo | sort number | descending | where status=a",
		"get_issue: issue | equals owner, repo, number",
		"comments: issue_comment | equals owner, repo, number | sort comment_id",
		"pulls: repository, pull | equals owner, repo | first repository | sort number | descending",
		"get_pull: pull | equals owner, repo, number",
		"pull_comments: pull_comment | equals owner, repo, number | sort comment_id",
		"stargazers: repository, star | equals owner, repo | first repository | sort fan",
		"is_starred: star | equals owner, repo, fan",
		"stars_of: star | equals fan | sort repo",
		"forks: repository | equals fork_owner, fork_repo | sort owner",
		"get_reaction: reaction | equals target, fan",
		"reactions: reaction | equals target",
	)
}

// TestGithub: three indexes, as published and with stars_of, which only one of
// the publications has.
func TestGithub(t *testing.T) {
	l, diags := planner.Plan(github().plan())
	if diags.HasErrors() {
		t.Fatal(texts(diags))
	}
	if _, diags := prove.Prove(l); diags.HasErrors() {
		t.Error(texts(diags))
	}
	t.Logf("%d steps\n%s", l.Minimum.Steps, show(l))
	if l.Minimum.GlobalIndexes > 3 || !l.Minimum.Proved {
		t.Error("more indexes than published")
	}
}
