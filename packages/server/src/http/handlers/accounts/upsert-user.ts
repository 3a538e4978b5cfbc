import type { BodyOf } from '@goodword/contract/endpoint'
import type { upsertUser } from '@goodword/contract/endpoints/upsert-user'
import { type Profile, profileFields } from '@goodword/domain/account'
import type { IdentifyCommand } from '@goodword/domain/command'
import { parseReferralCode } from '@goodword/domain/referral-code'
import type { Context } from '../../../operations/foundation/context.ts'
import { noteSighting } from '../../../operations/foundation/sightings.ts'
import { readmitPerson } from '../../../operations/privacy/erasure/readmit-person.ts'
import { userAnswer } from '../../../operations/referring/people/user-answer.ts'
import { newcomer } from '../../../operations/referring/tracking/newcomer.ts'
import { acceptedOf, track } from '../../../operations/referring/tracking/track.ts'
import type { Handler } from '../../server/handler.ts'

type Body = BodyOf<typeof upsertUser>

/** An update of a user by a merchant's server. */
export const handleUpsertUser: Handler<typeof upsertUser> = async (
  ctx,
  { tenant: { tenantId }, body, principal },
) => {
  if (body.readmit === true) await readmitPerson(ctx, tenantId, body.accountId, body.id)
  const call = { accountId: body.accountId, source: 'server', commands: [commandOf(ctx, body)] } as const
  const { account } = acceptedOf(await track(ctx, tenantId, { call, actor: 'server' }))
  if (principal.kind === 'key') noteSighting(ctx, tenantId, 'SERVER_CALLED')
  const person = account.participants.find((it) => it.id === body.id)
  if (person === undefined) throw new Error('user not found after identification')
  return userAnswer(ctx, tenantId, {
    ...person,
    accountId: account.id,
    blockedAt: account.block?.at ?? null,
  })
}

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
  return Object.fromEntries(given)
}
