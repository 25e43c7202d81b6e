### Madcap's narration, as a translator would get it. Tried in benchmarks/catalogue; nothing else reads it.

# What one die shows after the roll. $colour: red, black or blue. For example: A red die shows 4.
die = A { $colour } die shows { $face }.
# All dice at once. For example: The dice are rolled: r1336 k2245 b1556. Ada begins.
rolled = The dice are rolled: { $dice }. { $name } begins.
# No barrel can move. For example: Ada can move nothing and discards a red 4.
discard = { $name } can move nothing and discards a { $colour } { $face }.
# A barrel enters; a full stop or an explosion follows. For example: Ada sends the red barrel in on level 4
in = { $name } sends the { $colour } barrel in on level { $level }
# A barrel goes up. For example: Ada sends the red barrel up 2 to level 2
up = { $name } sends the { $colour } barrel up { $face } to level { $level }
# A barrel goes down. For example: Ada sends the red barrel down 2 to level 6
down = { $name } sends the { $colour } barrel down { $face } to level { $level }
# Follows a barrel that meets one other. $nuggets: how many. For example: : BOOM! 3 nuggets.
boom = : BOOM! { $nuggets ->
    [one] { $nuggets } nugget
   *[other] { $nuggets } nuggets
}.
# The same for two other barrels.
boom-boom = : BOOM-BOOM! { $nuggets ->
    [one] { $nuggets } nugget
   *[other] { $nuggets } nuggets
}.
