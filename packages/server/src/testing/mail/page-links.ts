import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import type { Context } from '../../frame/context.ts'
import { requestSignIn } from '../../outbound/mails/request-sign-in.ts'
import { sendMails } from '../../outbound/mails/sending/send-mails.ts'
import { tokenOfLink } from '../../referring/hosted-page/page-token.ts'
import { useLink } from '../../referring/hosted-page/use-link.ts'
import type { TestService } from '../test-service.ts'

/** Settings of a program with a hosted page. */
export const withPage = {
  emails: { fromAddress: 'shop@example.com' },
  hostedPage: { enabled: true, joinByEmail: false },
} as const

/** The tokens of the links to an address that can be used, the newest first. */
export async function tokensTo(
  { ctx, owner }: { readonly ctx: Context; readonly owner: Database },
  alias: TenantId,
  address: string,
): Promise<readonly string[]> {
  await sendMails(ctx, alias, new AbortController().signal)
  const text =
    'select id from app.page_link where tenant_id = $1 and address = $2 and token_hash is not null order by id desc'
  const rows = await owner.query<{ id: string }>({ name: '', text }, [alias, address])
  return rows.map(({ id }) => tokenOfLink(ctx, alias, id))
}

/** Each link is asked for from an IP address of its own, by a number of at most four digits. */
let clients = 1000

/** Asks for a link, has its e-mail made, and returns its token; null if the address gets none. */
export async function newTokenTo(
  service: { readonly ctx: Context; readonly owner: Database },
  alias: TenantId,
  address: string,
): Promise<string | null> {
  clients += 1
  await requestSignIn(service.ctx, alias, {
    email: address,
    language: null,
    client: `2001:db8:${clients}::1`,
  })
  const [token = null] = await tokensTo(service, alias, address)
  return token
}

/** Functions of a service whose programs have a hosted page. */
export function pageUsers(service: TestService) {
  const { ctx, call, live, test, other } = service
  let made = 0
  const keyOf = (alias: TenantId) => [live, test, other].find((it) => it.alias === alias)?.apiKey ?? null
  return {
    keyOf,
    /** Makes a user known by the server, with an address of their own unless `fields` has one. */
    async person(alias: TenantId = live.alias, fields: { readonly email?: string } = {}) {
      made += 1
      const email = fields.email ?? `person${made}@example.com`
      const [accountId, userId] = [`account${made}` as AccountId, `user${made}` as UserId]
      const body = { accountId, id: userId, email, firstName: 'Rita' }
      await call('POST', '/user', { alias, key: keyOf(alias), body })
      return { email, accountId, userId }
    },
    /** Signs in by a link, and returns the token of the session. */
    async signIn(email: string, alias: TenantId = live.alias): Promise<string> {
      const token = await newTokenTo(service, alias, email)
      const used = token === null ? null : await useLink(ctx, alias, token, null)
      if (used?.kind !== 'signed in') throw new Error(`not signed in: ${used?.kind}`)
      return used.sessionToken
    },
  }
}
