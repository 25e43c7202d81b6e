/** What the server refuses, in the language of the page: by what it says in particular, else by its code, else as it says it. */
import { say, shell, type Text } from ".";

/** What the server answers where it says no; `offline` where it does not answer. */
interface Refused {
  code: string;
  message: string;
}

/** A name as the server quotes it. */
const NAME = `['"](.+)['"]`;

/** Refusals with one code that mean different things to a player: the code, what the server says, with names, and our words for it. */
export const PARTICULAR: readonly (readonly [code: string, said: RegExp, words: Text])[] = [
  ["action/turn", new RegExp(`^(?:no hint: )?${NAME} is not to act$`), { en: "It is not {1}'s turn.", de: "{1} ist nicht dran." }],
  ["chat/barred", /^the host does not want you to chat/, { en: "The host does not want you to chat at this table.", de: "Die Gastgeberin oder der Gastgeber möchte hier nichts von dir lesen." }],
  ["chat/barred", /^bad message/, { en: "The message has signs that cannot be shown.", de: "Die Nachricht enthält Zeichen, die sich nicht zeigen lassen." }],
  ["command/value", /^bad name .*: needs 1 to (\d+) printable characters$/, { en: "A name has 1 to {1} signs that can be shown.", de: "Ein Name hat 1 bis {1} sichtbare Zeichen." }],
  ["command/value", /^bad (?:table )?name .*: expected printable text$/, { en: "The name has signs that cannot be shown.", de: "Der Name enthält Zeichen, die sich nicht zeigen lassen." }],
  ["command/value", /^a rated table has at least two people/, { en: "A rated table has at least two people, each in one seat, and no bots.", de: "An einem gewerteten Tisch sitzen mindestens zwei Personen auf je einem Platz und keine Bots." }],
  ["command/value", /^a table of bots only/, { en: "A table of bots only: somebody has to play.", de: "Nur Bots am Tisch: Irgendwer muss spielen." }],
  ["person/taken", /^you have an account already$/, { en: "You have an account already.", de: "Du hast schon ein Konto." }],
  ["person/taken", new RegExp(`^the name ${NAME} is taken: it looks like ${NAME}, who has an account$`), { en: "The name {1} is taken: it looks like {2}, who has an account.", de: "Der Name {1} ist vergeben: Er sieht aus wie {2}, und dazu gibt es ein Konto." }],
  ["person/taken", new RegExp(`^the name ${NAME} is taken$`), { en: "The name {1} is taken.", de: "Der Name {1} ist vergeben." }],
  ["person/taken", new RegExp(`^the name ${NAME} is not for people$`), { en: "The name {1} is not for people.", de: "Der Name {1} ist nicht für Menschen." }],
  ["person/unknown", new RegExp(`^no account ${NAME} with this password$`), { en: "There is no account {1} with this password.", de: "Ein Konto {1} mit diesem Passwort gibt es nicht." }],
  ["seat/denied", /^this seat token opens no seat here/, { en: "This link opens no seat here: somebody else sat down.", de: "Dieser Link öffnet hier keinen Platz: Jemand anders hat sich gesetzt." }],
  ["seat/denied", /^only who played may ask for a rematch$/, { en: "Only who played may ask for a rematch.", de: "Eine Revanche kann nur verlangen, wer mitgespielt hat." }],
  ["seat/denied", /^the player of seat \d+ is not away$/, { en: "This player is not away.", de: "Diese Person ist nicht weg." }],
  ["seat/denied", /^the match is not over/, { en: "The match is not over: nobody may see everything.", de: "Die Partie ist nicht zu Ende: Noch darf niemand alles sehen." }],
  ["seat/taken", /^at a rated table nobody plays two seats/, { en: "At a rated table nobody plays two seats.", de: "An einem gewerteten Tisch spielt niemand auf zwei Plätzen." }],
  ["seat/taken", /^seat \d+ is yours already$/, { en: "This seat is yours already.", de: "Auf diesem Platz sitzt du schon." }],
  ["seat/taken", /^a bot plays seat \d+ already$/, { en: "A bot plays this seat already.", de: "Auf diesem Platz spielt schon ein Bot." }],
  ["server/rate", /^\d+ others wait for a hint already/, { en: "Many wait for a hint already: try again in a few seconds.", de: "Viele warten schon auf einen Tipp: Versuch es in ein paar Sekunden noch einmal." }],
  ["table/denied", /^the server measures for people with an account/, { en: "The server measures for people with an account.", de: "Der Server misst für alle, die ein Konto haben." }],
  ["server/rate", /^you have a measurement that is not done/, { en: "You have a measurement that is not done: wait for it, or give it up.", de: "Eine Messung von dir läuft noch: Warte auf sie oder brich sie ab." }],
  ["server/rate", /^\d+ measurements wait already/, { en: "Many measurements wait already: try again later.", de: "Viele Messungen warten schon: Versuch es später noch einmal." }],
  ["table/denied", /^table .* is private: its key is needed$/, { en: "This table is private: its link is needed.", de: "Dieser Tisch ist privat: Man braucht seinen Link." }],
  ["table/denied", /^only the host of table/, { en: "Only the host of the table may do this.", de: "Das darf nur, wer den Tisch eröffnet hat." }],
  ["table/denied", /^there are no hints at rated tables$/, { en: "There are no hints at rated tables.", de: "An gewerteten Tischen gibt es keine Tipps." }],
  ["table/denied", /^there are no hints in the game of the day$/, { en: "There are no hints in the game of the day.", de: "Im Spiel des Tages gibt es keine Tipps." }],
  ["table/denied", /which forbids engines: first end it$/, { en: "You play a match of this game, which forbids engines: first end it.", de: "Du spielst gerade eine Partie dieses Spiels, die Hilfe verbietet: Beende sie erst." }],
  ["table/denied", /^you have not answered puzzle/, { en: "You have not answered this puzzle: first answer it.", de: "Diese Aufgabe hast du noch nicht gelöst: Antworte erst." }],
  ["table/denied", /^variant .* is somebody else's/, { en: "This variant is somebody else's: fork it to change it.", de: "Diese Variante gehört jemand anderem: Zweig sie ab, um sie zu ändern." }],
  ["table/status", /cannot start: seats .* are open$/, { en: "The match cannot start: seats are still free.", de: "Die Partie kann nicht beginnen: Es sind noch Plätze frei." }],
  ["table/status", /has started already$/, { en: "The match has started already.", de: "Die Partie hat schon begonnen." }],
  ["table/status", /has not started yet$/, { en: "The match has not started yet.", de: "Die Partie hat noch nicht begonnen." }],
  ["table/status", /is closed already$/, { en: "This table is closed already.", de: "Dieser Tisch ist schon geschlossen." }],
  ["table/status", /is not over yet$/, { en: "The match is not over yet.", de: "Die Partie ist noch nicht zu Ende." }],
  ["table/status", /has resigned(?: already)?$/, { en: "This seat has resigned.", de: "Auf diesem Platz wurde aufgegeben." }],
  ["table/status", /^there is a rematch already$/, { en: "There is a rematch already.", de: "Es gibt schon eine Revanche." }],
];

/** What each code means to a player; no English: there the server's own line says it better. */
export const BY_CODE: Record<string, Text> = {
  offline: shell.offline,
  "action/stale": shell.refusedStale,
  "action/illegal": { en: "", de: "Das erlauben die Regeln jetzt nicht." },
  "action/over": { en: "", de: "Die Partie ist vorbei." },
  "action/turn": { en: "", de: "Jetzt ist jemand anders dran." },
  "action/unreadable": { en: "", de: "Dieser Zug ist nicht zu verstehen." },
  "bot/failed": { en: "", de: "Der Bot ist ausgefallen." },
  "bot/unknown": { en: "", de: "Diesen Bot gibt es in diesem Spiel nicht." },
  "chat/barred": { en: "", de: "Hier darfst du nicht mitschreiben." },
  "game/preparing": { en: "", de: "Das Spiel wird auf diesem Server gerade vorbereitet: Versuch es gleich noch einmal." },
  "game/seats": { en: "", de: "Für so viele Personen ist das Spiel nicht." },
  "game/unknown": { en: "", de: "Dieses Spiel gibt es nicht." },
  "game/unsolved": { en: "", de: "Dieses Spiel ist nicht gelöst: Niemand weiß genau, was seine Stellungen wert sind." },
  "message/size": { en: "", de: "Das ist zu groß für den Server." },
  "message/slow": { en: "", de: "Das kam nicht rechtzeitig an: Versuch es noch einmal." },
  "message/unreadable": { en: "", de: "Der Server hat das nicht verstanden: Lade die Seite neu." },
  "person/taken": { en: "", de: "Dieser Name ist vergeben." },
  "person/unknown": { en: "", de: "Der Server kennt dich nicht: Melde dich neu an." },
  "position/unreadable": { en: "", de: "Diese Stellung ist nicht zu verstehen." },
  "seat/denied": { en: "", de: "Auf diesem Platz spielst du nicht." },
  "seat/taken": { en: "", de: "Hier ist für dich kein Platz frei." },
  "seat/unknown": { en: "", de: "Diesen Platz gibt es nicht." },
  "server/fault": { en: "", de: "Ein Fehler des Servers; er ist notiert." },
  "server/origin": { en: "", de: "Von dieser Seite aus geht das nicht." },
  "server/rate": { en: "", de: "Zu viel auf einmal: Warte ein paar Sekunden." },
  "server/stopping": { en: "", de: "Der Server startet neu: Gleich geht es weiter." },
  "store/away": { en: "", de: "Die Datenbank ist gerade nicht da. Nichts ging verloren: Versuch es gleich noch einmal." },
  "table/denied": { en: "", de: "Das darfst du hier nicht." },
  "table/rules": { en: "", de: "Dieser Tisch begann mit anderen Regeln, als dieser Server spielt." },
  "table/status": { en: "", de: "Das geht an diesem Tisch gerade nicht." },
  "table/unknown": shell.noTable,
  "undo/barred": { en: "", de: "Das lässt sich nicht zurücknehmen." },
};

/** A refusal in words. */
export function tellRefusal({ code, message }: Refused): string {
  for (const [its, said, words] of PARTICULAR) {
    const found = its === code ? said.exec(message) : null;
    if (found) return say(words, { 1: found[1], 2: found[2] });
  }
  return (BY_CODE[code] && say(BY_CODE[code])) || message;
}
