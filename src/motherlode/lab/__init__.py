"""The design lab: change a number of a game, and learn with error bars what that did to play.

- `experiments`: what is played: game, options, seats, bots and a seed;
- `dice`: chance that stays the same for two variants as far as it can;
- `tables`: one block of games, played, and what each game showed;
- `measures`: from the curve of a game to numbers, as plain functions;
- `looking`: single decisions looked at closer: real choices, and what forcing one changes;
- `catalogue`: every metric with its unit, its direction and its words;
- `estimating`: intervals on blocks, when to stop, many questions at once;
- `journal`, `crews`, `cluster`: what has been played, and who plays it: processes here or machines of a Ray cluster;
- `running`: one experiment, played until its answers are known;
- `figures`, `reporting`, `wording`: the report, as values and sentences;
- `pages`, `plots`: one page of it, and its pictures;
- `people`: matches of people, from their records; `sheets`: tables of variants;
- `comparing`, `tuning`: two variants against each other, and the search for the best one.

See docs/lab.md.
"""
