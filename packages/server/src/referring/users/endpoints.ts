import { endpoints } from '@goodword/contract/all-endpoints'
import type { BodyOf } from '@goodword/contract/frame/endpoint'
import { parseLocale } from '@goodword/contract/words/languages'
import { type Profile, profileFields } from '@goodword/domain/referrals/account'
import type { IdentifyCommand } from '@goodword/domain/referrals/command'
import { parseReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { recordIntegrationActivity } from '../../frame/integration-activity.ts'
import { readmitUser } from '../../tracking/erased/readmit-user.ts'
import { withGivenEvidence } from '../../tracking/evidence/observed-in-request.ts'
import { newcomer } from '../../tracking/newcomer.ts'
import { userRow } from '../../tracking/rows/users.ts'
import { acceptedOf, track } from '../../tracking/track.ts'
import { readUserPage, type UserWithFigures } from './list-users.ts'
import { readUser } from './read-user.ts'
import { userAnswer } from './user-answer.ts'

export function userEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.readUser, (ctx, { tenant, params }) =>
    readUser(ctx, tenant.tenantId, params.accountId as AccountId, params.userId as UserId),
  )
  /** An update of a user by a merchant's server. */
  serve(endpoints.upsertUser, async (ctx, { tenant: { tenantId }, body, principal }) => {
    const command = { source: 'server', commands: [commandOf(ctx, body)] } as const
    const call = await withGivenEvidence(
      ctx,
      tenantId,
      { accountId: body.accountId, ...command },
      body.evidence,
    )
    // A request that is refused readmits no one.
    if (body.readmit === true) await readmitUser(ctx, tenantId, body.accountId, body.id)
    const { account } = acceptedOf(await track(ctx, tenantId, { call, actor: 'server' }))
    if (principal.kind === 'key') recordIntegrationActivity(ctx, tenantId, 'SERVER_CALLED')
    const user = account.users.find((it) => it.id === body.id)
    if (user === undefined) throw new Error('user not found after identification')
    return userAnswer(ctx, tenantId, {
      ...userRow({ account: account.key, user: user }),
      account: account.id,
      blocked_at: account.block?.at ?? null,
    })
  })
  serve(endpoints.listUsers, async (ctx, { tenant, query }) => {
    const { tenantId } = tenant
    const filter = {
      query: query.query ?? null,
      accountId: query.accountId ?? null,
      isBlocked: query.blocked === 'true',
      created: query.dateCreated ?? null,
      withFigures: query.figures === 'true',
    }
    const page = await readUserPage(ctx, tenantId, filter, listQuestion(query).page)
    return { ...listAnswer(page), users: page.rows.map((row) => listedUser(ctx, tenantId, row)) }
  })
}

function listedUser(ctx: Context, tenantId: TenantId, found: UserWithFigures) {
  const user = userAnswer(ctx, tenantId, found)
  return found.figures === null ? user : { ...user, figures: found.figures }
}

type Body = BodyOf<typeof endpoints.upsertUser>

function commandOf(ctx: Context, body: Body): IdentifyCommand {
  const code = body.referralCode === undefined ? null : parseReferralCode(body.referralCode)
  return {
    kind: 'identify',
    userId: body.id,
    newcomer: newcomer(ctx),
    ...(code === null ? {} : { code }),
    ...profileIn(body),
  }
}

/** The fields that the request gives; the others stay as they are. */
function profileIn(body: Body): { readonly [Field in keyof Profile]?: string } {
  const given = profileFields.flatMap((field) => {
    const value = body[field]
    return value === undefined ? [] : [[field, value] as const]
  })
  const locale = parseLocale(body.locale ?? '')
  return { ...Object.fromEntries(given), ...(locale === null ? {} : { locale }) }
}
