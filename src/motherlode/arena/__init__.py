"""The arena: bots play each other, seats in balance and dice alike, until their strengths are told apart.

- `fixtures`: who plays whom, where and with which dice;
- `playing`: one game, in which a bot that fails forfeits;
- `luck`: what chance gave each seat, to be taken out of results;
- `workers`: many games at once, in processes of their own;
- `journal`: what has been played, on disk, so that nothing is played twice;
- `estimates`: intervals, and a test that may stop at any time;
- `ratings`: strengths on one scale;
- `running`: all of it together;
- `reports` and `plots`: what came out.
"""
