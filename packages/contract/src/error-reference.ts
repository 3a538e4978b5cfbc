import { type ErrorEntry, errors } from './errors.ts'

/** The page of all error codes, in Markdown, by status. */
export function errorReference(): string {
  const entries: readonly (readonly [string, ErrorEntry])[] = Object.entries(errors)
  return `${INTRODUCTION}\n${entries.map(section).join('\n')}`
}

const INTRODUCTION = `# Errors

Every answer that is no success has one shape, whatever its status:

\`\`\`json
{
  "statusCode": 404,
  "apiErrorCode": "REFERRAL_CODE_NOT_FOUND",
  "message": "What is wrong, and what to do about it.",
  "param": "referral.code",
  "requestId": "req-7f3a1c",
  "docUrl": "https://…/docs/errors#REFERRAL_CODE_NOT_FOUND"
}
\`\`\`

\`apiErrorCode\` comes from the list below, \`param\` names the field that is to blame or is null, and \`requestId\` is also in the header \`X-Request-Id\`. A request that is answered with a 4xx has stored nothing. 429 and 503 come with \`Retry-After\`, 405 with \`Allow\`. Decide by \`apiErrorCode\`, show \`message\` to developers only, and be ready for codes that are not here yet: go by their status.
`

function section([code, { status, title, when, remedy }]: readonly [string, ErrorEntry]): string {
  return `## ${code}

${status} · ${title}

- When: ${when}
- What to do: ${remedy}
`
}
