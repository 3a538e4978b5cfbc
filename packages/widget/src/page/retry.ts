const MAX_ATTEMPTS = 6
const MAX_RETRY_AFTER_SECONDS = 30

/** Whether to give up after this answer: too many attempts, or a `Retry-After` longer than a visitor waits. */
export function isLastAttempt(attempt: number, answer: Response): boolean {
  return attempt >= MAX_ATTEMPTS || retryAfterSeconds(answer) > MAX_RETRY_AFTER_SECONDS
}

/** Waits for `Retry-After` and a random time that doubles (jitter), so that pages opened together spread out. */
export function pauseBefore(attempt: number, answer: Response): Promise<void> {
  const jitterMs = 250 * 2 ** attempt * Math.random()
  return new Promise((resolve) => setTimeout(resolve, 1000 * retryAfterSeconds(answer) + jitterMs))
}

/** 0 without the header, and for a date, which the service does not send. */
function retryAfterSeconds(answer: Response): number {
  return Number(answer.headers.get('Retry-After')) || 0
}
