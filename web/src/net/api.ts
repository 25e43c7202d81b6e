/** Requests to the server. Whoever needs to be somebody becomes a guest on the way. */
import type { Person, Problem, Session } from "./protocol";

export type * from "./protocol";

/** The server said no, or did not answer (code `offline`). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule = "",
  ) {
    super(message);
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "");
  }
  const text = await response.text();
  if (response.ok) return (text && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as Answer;
  let problem: Problem = { code: "server/fault", message: `${response.status}` };
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    // not from our server: its status says all we know
  }
  throw new Refusal(problem.code, problem.message, problem.rule);
}

let guest: Promise<Session> | null = null;

/** Become a guest unless somebody already; who that is. */
export async function beSomebody(): Promise<Person> {
  guest ??= ask<Session>("POST", "/people", { stay: true });
  try {
    return (await guest).person;
  } catch (refusal) {
    guest = null;
    throw refusal;
  }
}

/** Forget who we are, after logging in or out. */
export function forget(): void {
  guest = null;
}

export const get = <Answer>(path: string): Promise<Answer> => ask<Answer>("GET", path);

/** Ask with a body for what changes nothing: nobody needs to be somebody for that. */
export const look = <Answer>(path: string, body: unknown): Promise<Answer> => ask<Answer>("POST", path, body);

/** Change something, as somebody. */
export async function send<Answer>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: unknown = {}): Promise<Answer> {
  await beSomebody();
  return ask<Answer>(method, path, method === "DELETE" ? undefined : body);
}
