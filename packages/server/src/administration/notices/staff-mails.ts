import type { StaffMail } from '@goodword/contract/staff/staff'
import type { MerchantId, TenantId } from '@goodword/domain/values/ids'
import type { OutgoingMail } from '../../engine/mail-server/mail-server.ts'
import { SecretBoxError } from '../../engine/secrets/secret-box.ts'
import { noteLetters } from '../../engine/tracing/tracing.ts'
import type { Context } from '../../frame/context.ts'
import {
  deleteStaffMailsBefore,
  insertStaffMail,
  listStaffMails,
  type StaffMailRow,
  setStaffMailState,
} from '../rows/staff-mails.ts'

const KEPT_MS = 7 * 86_400_000
/** Texts of e-mails belong to no tenant. */
const NO_TENANT = '*' as TenantId

export type Letter = {
  /** The merchant whose owners can read it in the portal; null if none may. */
  readonly merchantId: MerchantId | null
  readonly recipient: string
  readonly subject: string
  /** The text with a one-time link. */
  readonly textWith: (link: string) => string
  readonly link: string
}

/** Replaces the link in the stored text: a reader of a link could sign in as its recipient. */
const LEFT_OUT = '[the link is left out here]'

/**
 * Keeps an e-mail to a person of staff for the portal, without its link, and sends it where there is a mail server: after this
 * returned, so that the time of an answer does not depend on it. An e-mail that is not sent when the process ends is lost.
 */
export async function postLetter(ctx: Context, letter: Letter): Promise<void> {
  const { merchantId, recipient, subject, textWith, link } = letter
  noteLetters(1)
  const createdAt = ctx.clock.now()
  const id =
    merchantId === null
      ? ctx.ids.make<string>(createdAt)
      : await keepLetter(ctx, { merchantId, recipient, subject, text: textWith(LEFT_OUT) })
  const { mailServer } = ctx
  if (mailServer === null) return
  background(ctx, async () => {
    const message = letterMessage(ctx, { id, recipient, subject, sentAt: createdAt }, textWith(link))
    const outcome = await mailServer.send(message, AbortSignal.timeout(SEND_MS))
    if (merchantId === null) return
    await setStaffMailState(ctx.db, id, outcome.kind === 'accepted' ? 'SENT' : 'FAILED')
  })
}

type KeptLetter = Pick<Letter, 'recipient' | 'subject'> & {
  readonly merchantId: MerchantId
  readonly text: string
}

/** Keeps an e-mail to a person of staff for the portal; returns its ID. */
export async function keepLetter(
  ctx: Context,
  { merchantId, recipient, subject, text }: KeptLetter,
): Promise<string> {
  const createdAt = ctx.clock.now()
  const id = ctx.ids.make<string>(createdAt)
  await deleteStaffMailsBefore(ctx.db, createdAt - KEPT_MS)
  const textBox = ctx.secretBox.seal(text, staffMailContext(id))
  await insertStaffMail(ctx.db, { id, merchantId, recipient, subject, textBox, createdAt })
  return id
}

type Envelope = Pick<Letter, 'recipient' | 'subject'> & { readonly id: string; readonly sentAt: number }

/** An e-mail to a person of staff, with the same Message-ID each time it is sent. */
export function letterMessage(
  ctx: Context,
  { id, recipient, subject, sentAt }: Envelope,
  text: string,
): OutgoingMail {
  const host = new URL(ctx.baseUrl).hostname
  const address = ctx.mailSender ?? `no-reply@${host}`
  return {
    messageId: `<${id}@${host}>`,
    sentAt,
    from: { name: 'Goodword', address },
    replyTo: null,
    to: recipient,
    bounceAddress: address,
    subject,
    text,
    html: null,
    unsubscribeLink: null,
  }
}

const SEND_MS = 60_000

/** Runs work that no answer waits for. A failure leaves the e-mail as it is: kept. */
export function background(ctx: Context, work: () => Promise<void>): void {
  const running = ctx.singleton(runningWork)
  const done = work().catch(() => undefined)
  running.add(done)
  void done.finally(() => running.delete(done))
}

/** Resolves when what no answer waited for is done. */
export async function lettersSent(ctx: Context): Promise<void> {
  const running = ctx.singleton(runningWork)
  // Work that runs can begin more.
  while (running.size > 0) await Promise.all(running)
}

function runningWork(): Set<Promise<void>> {
  return new Set()
}

/** The latest e-mails to the staff of a tenant's merchant, with their texts but for the links. */
export async function listMails(ctx: Context, tenantId: TenantId): Promise<StaffMail[]> {
  const rows = await listStaffMails(ctx.db, tenantId, ctx.clock.now() - KEPT_MS)
  return rows.flatMap((row) => {
    const text = openedText(ctx, row)
    const { id, recipient, subject, state, created_at: dateCreated } = row
    return text === null ? [] : [{ id, recipient, subject, text, state, dateCreated }]
  })
}

/** The text of an e-mail; null if it was encrypted under a secret key which was replaced. */
export function openedText({ secretBox }: Context, row: StaffMailRow): string | null {
  try {
    return secretBox.open(row.text_box, staffMailContext(row.id))
  } catch (error) {
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

/** The context in which the text of an e-mail is encrypted. */
export function staffMailContext(recordId: string) {
  return { tenantId: NO_TENANT, purpose: 'staff-mail', recordId } as const
}
