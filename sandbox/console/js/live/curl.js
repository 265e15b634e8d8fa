// A request as a curl command. What is secret is a variable of the shell: $BEARER, $TICKET, $PIN.
// $BODY and $FILE are files, whose content the sandbox does not show.

const DROPPED = new Set(["host", "content-length", "connection", "accept-encoding", "transfer-encoding", "expect"]);
const BEARERS = { license: "LICENSE_BEARER", card: "TICKET", resource: "BEARER" };
const FIELDS = { licenseTicket: "TICKET", pinCode: "PIN", bearer: "BEARER", token: "CARD_TOKEN" };
const MASKED_NIR = /\d{4}…[0-9A-Za-z]{2}/g;

/** Single quotes keep a text as it is; a variable stands between double ones. */
function quote(text, variables = []) {
  let parts = [text];
  for (const [found, name] of variables) {
    parts = parts.flatMap((part) => {
      if (typeof part !== "string") return [part];
      const pieces = part.split(found);
      return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [{ name }, piece]));
    });
  }
  const quoted = parts
    .filter((part) => part !== "")
    .map((part) => (typeof part === "string" ? `'${part.replaceAll("'", "'\\''")}'` : `"$${part.name}"`));
  return quoted.join("") || "''";
}

function address({ service, path, query }, urls) {
  const root = urls[service === "resource" ? "service" : service].replace(/\/$/, "");
  // The service's address may already have the prefix that the path begins with.
  const prefix = new URL(root).pathname.replace(/\/$/, "");
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return `${root}${rest}${query ? `?${query}` : ""}`;
}

function dataOf(body) {
  if (body === null || body === undefined) return null;
  if (typeof body !== "object") return quote(String(body), [[MASKED_NIR, "PATIENT_ID"]]);
  const marks = [];
  const text = JSON.stringify(body, (key, value) => {
    if (value !== "***" || !FIELDS[key]) return value;
    const mark = `\u0001${FIELDS[key]}\u0001`;
    marks.push([JSON.stringify(mark).slice(1, -1), FIELDS[key]]);
    return mark;
  });
  return quote(text, [...marks, [MASKED_NIR, "PATIENT_ID"]]);
}

function formOf(parts) {
  return parts.map((part) => {
    if (part.filename === null || part.filename === undefined) {
      return `--form-string ${quote(`${part.name}=${part.value ?? ""}`)}`;
    }
    const type = part.content_type ? `;type=${part.content_type}` : "";
    return `-F ${quote(`${part.name}=@"`)}"$FILE"${quote(`"${type}`)}`;
  });
}

export function curl(request, urls) {
  const lines = [`curl -g --path-as-is -i -X ${quote(request.method)} ${quote(address(request, urls), [[MASKED_NIR, "PATIENT_ID"]])}`];
  const multipart = request.body?.multipart;
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (DROPPED.has(lower) || (multipart && lower === "content-type")) continue;
    lines.push(`-H ${quote(`${name}: ${value}`, [["***", BEARERS[request.service]], [MASKED_NIR, "PATIENT_ID"]])}`);
  }
  if (multipart) lines.push(...formOf(multipart));
  else if (request.body_fr !== undefined) {
    // The body is a sentence about bytes that were not kept.
    lines.push('--data-binary @"$BODY"');
  } else {
    const data = dataOf(request.body);
    if (data) lines.push(`--data-raw ${data}`);
  }
  return lines.join(" \\\n  ");
}
