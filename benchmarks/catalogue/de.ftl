die = Ein { $colour ->
    [red] roter
    [black] schwarzer
   *[blue] blauer
} Würfel zeigt { $face }.
rolled = Die Würfel sind gefallen: { $dice }. { $name } beginnt.
discard = { $name } kann kein Fass bewegen und legt eine { $colour ->
    [red] rote
    [black] schwarze
   *[blue] blaue
} { $face } in den Kasten.
in = { $name } schickt das { $colour ->
    [red] rote
    [black] schwarze
   *[blue] blaue
} Fass auf Ebene { $level } ins Bergwerk
up = { $name } schickt das { $colour ->
    [red] rote
    [black] schwarze
   *[blue] blaue
} Fass um { $face } nach oben auf Ebene { $level }
down = { $name } schickt das { $colour ->
    [red] rote
    [black] schwarze
   *[blue] blaue
} Fass um { $face } nach unten auf Ebene { $level }
boom = : RUMMS! { $nuggets ->
    [one] { $nuggets } Nugget
   *[other] { $nuggets } Nuggets
}.
boom-boom = : RUMMS-RUMMS! { $nuggets ->
    [one] { $nuggets } Nugget
   *[other] { $nuggets } Nuggets
}.
