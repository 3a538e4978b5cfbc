import { createTransport } from 'nodemailer'
import type { UnavailableServer } from './mail-server.ts'
import type { SmtpSettings } from './smtp-address.ts'
import { type DeliveryTimeouts, transportOptions } from './smtp-client.ts'
import { outcomeOfError } from './smtp-error.ts'

/**
 * Connects to the mail server, encrypts the connection and logs in as for an e-mail, and sends none. Null if all of that
 * worked, otherwise what did not.
 */
export async function verifyMailServer(
  settings: SmtpSettings,
  timeouts: DeliveryTimeouts,
): Promise<UnavailableServer | null> {
  const transport = createTransport(transportOptions(settings, timeouts))
  const deadline = AbortSignal.timeout(timeouts.deadlineMs)
  const isLate = new Promise<UnavailableServer>((resolve) => {
    deadline.addEventListener('abort', () =>
      resolve({ kind: 'unavailable', reason: 'SERVER_TIMED_OUT', replyCode: null }),
    )
  })
  try {
    return await Promise.race([transport.verify().then(() => null, failureOf), isLate])
  } finally {
    transport.close()
  }
}

function failureOf(error: unknown): UnavailableServer {
  const outcome = outcomeOfError(error)
  if (outcome.kind === 'unavailable') return outcome
  // Before an e-mail nothing but the connection can be refused.
  return { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: outcome.replyCode }
}
