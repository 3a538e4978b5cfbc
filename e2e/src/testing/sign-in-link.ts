import { vi } from 'vitest'
import { waitLimitMs } from './full-run.ts'

type Kept = { readonly mails: readonly { readonly id: string }[] }
type KeptMail = { readonly content: { readonly text: string } }

/**
 * The link by which a person signs in to the page for referrers. The e-mail with it is kept, because the program is one for tests.
 *
 * @param read reads a path of the program's API
 */
export async function signInLink(read: (path: string) => Promise<unknown>): Promise<string> {
  // The service keeps to its contract.
  const kept = async () => ((await read('/mails?state=KEPT&kind=PAGE_SIGN_IN')) as Kept).mails[0]
  const mail = await vi.waitUntil(kept, { timeout: waitLimitMs, interval: 100 })
  const { content } = (await read(`/mails/${mail.id}`)) as KeptMail
  return /http\S+\/enter\/\S+/.exec(content.text)?.[0] ?? ''
}
