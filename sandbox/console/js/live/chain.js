// The nine steps of each session, worked out from the requests.

const STEP_OF = {
  ticket: 1,
  ready: 2,
  login: 3,
  profile_put: 4,
  profile_select: 4,
  patient_search: 5,
  patient_get: 6,
  patient_update: 7,
  dmp_open: 8,
  dmp_send: 9,
};

export const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function stepOf(call) {
  return STEP_OF[call] ?? null;
}

/** Whether a fault was applied to a request that was answered as usual all the same. */
export function answeredWithFault(request) {
  return Boolean(request.fault) && request.ended === "answered" && request.status < 400 && !request.refusal;
}

/** Whether a request ended otherwise than its caller hoped; null while it is open. */
export function failed(request) {
  if (request.ended === null && request.status === null) return null;
  if (answeredWithFault(request)) return false;
  return Boolean(
    request.problem ||
      request.refusal ||
      request.ended === "cut" ||
      request.ended === "client_left" ||
      request.status === null ||
      request.status >= 400,
  );
}

function emptyRow(key) {
  const steps = STEPS.map((step) => ({ step, state: "waiting", count: 0, refused: 0, busy: false }));
  return { key, ticket: null, connectionId: null, session: null, ended: false, stale: false, start: 0, steps };
}

function add(row, request) {
  const step = row.steps[stepOf(request.call) - 1];
  const bad = failed(request);
  step.count += 1;
  step.busy = bad === null;
  if (bad !== null) step.state = bad ? "refused" : "done";
  if (bad) step.refused += 1;
  if (row.start === 0) row.start = request.number;
}

/** Step 4 where the login identified the professional, step 7 where the record opened without. */
function markNotNeeded(row) {
  const [, , , profile, , , update, open] = row.steps;
  if (profile.state === "waiting" && profile.count === 0 && row.session?.identified) {
    profile.state = "not-needed";
  }
  if (update.state === "waiting" && update.count === 0 && open.state === "done") {
    update.state = "not-needed";
  }
}

/** A ticket older than the newest session will hardly become one. */
function markStale(rows) {
  const newest = Math.max(0, ...rows.filter((row) => row.connectionId).map((row) => row.start));
  for (const row of rows) row.stale = row.connectionId === null && row.start < newest;
}

function rowsByTicket(rows) {
  const found = new Map();
  for (const row of rows.values()) {
    if (row.ticket === null || row.connectionId === null) continue;
    if (!found.has(row.ticket)) found.set(row.ticket, []);
    found.get(row.ticket).push(row);
  }
  return found;
}

/**
 * One row a session, the newest first, and one for each ticket without a session.
 * `requests` are in the order of their arrival; `sessions` maps connectionId to session. A session that is not among
 * them has ended, unless it began before `listedSince`.
 */
export function chains(requests, sessions, listedSince = null) {
  const rows = new Map();
  const sessionOfTicket = new Map();
  const firstSteps = [];
  const belongs = [];
  const row = (key, fields) => {
    if (!rows.has(key)) rows.set(key, Object.assign(emptyRow(key), fields));
    return rows.get(key);
  };
  for (const session of sessions.values()) {
    const id = session.connectionId;
    row(`session ${id}`, { connectionId: id, session, ended: session.ended });
  }
  for (const request of requests) {
    const step = stepOf(request.call);
    if (step === null) continue;
    if (request.session) {
      const id = request.session;
      const session = sessions.get(id) ?? null;
      const ended = session?.ended ?? (listedSince === null || Date.parse(request.time) > listedSince);
      const made = row(`session ${id}`, { connectionId: id, session, ended });
      if (request.ticket && step <= 3) {
        made.ticket = request.ticket;
        if (step === 3) sessionOfTicket.set(request.ticket, made.key);
      }
      belongs.push([made, request]);
    } else if (step <= 3) {
      firstSteps.push(request);
    }
  }
  const byTicket = rowsByTicket(rows);
  for (const request of firstSteps) {
    if (stepOf(request.call) < 3) {
      for (const made of byTicket.get(request.ticket) ?? []) belongs.push([made, request]);
    }
    const session = sessionOfTicket.get(request.ticket);
    if (session && stepOf(request.call) === 3) belongs.push([rows.get(session), request]);
    if (!session) belongs.push([row(`ticket ${request.ticket ?? ""}`, { ticket: request.ticket }), request]);
  }
  belongs.sort(([, a], [, b]) => a.number - b.number);
  for (const [made, request] of belongs) add(made, request);
  const list = [...rows.values()];
  list.forEach(markNotNeeded);
  markStale(list);
  const over = (one) => Number(one.ended || one.stale);
  return list.sort((a, b) => over(a) - over(b) || b.start - a.start);
}
