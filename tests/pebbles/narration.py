"""What happened."""


def narrate(box, before, action, after, names, language="en"):
    if before[0].to_act < 0:
        name = names[before[0].drawing]
        if language == "de":
            charm = "einen Glücksbringer" if action is None else f"einen Glücksbringer im Wert von {action + 1}"
            return f"{name} zieht {charm}."
        charm = "a charm" if action is None else f"a charm worth {action + 1}"
        return f"{name} draws {charm}."
    return f"{names[before[0].to_act]} {'nimmt' if language == 'de' else 'takes'} {action + 1}."


def conclude(box, state, names, language="en"):
    return "Der Haufen ist weg." if language == "de" else "The heap is gone."
