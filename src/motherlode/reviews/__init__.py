"""What was luck and what was skill: `motherlode.review` looks at a finished match step by step."""
