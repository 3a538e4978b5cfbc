import type { BodyOf } from '@goodword/contract/endpoint'
import type { upsertUser } from '@goodword/contract/endpoints/upsert-user'
import { Refusal } from '@goodword/contract/refusal'
import { type Profile, profileFields } from '@goodword/domain/account'
import type { IdentifyCommand } from '@goodword/domain/command'
import type { ParticipantKey, TenantId } from '@goodword/domain/ids'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { userAnswer } from '../answers/user.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

type Body = BodyOf<typeof upsertUser>

/** What a merchant's server says of a person of an account. */
export function handleUpsertUser(it: RouteDependencies): Handler<typeof upsertUser> {
  return async ({ tenant, body }) => {
    const { tenantId } = tenant
    const commands = [commandOf(body, it, tenantId)]
    const call = { accountId: body.accountId, voice: 'server', commands } as const
    const { verdict } = await it.operations.track(tenantId, { call, actor: 'server' })
    if (verdict.kind === 'refused') {
      const { code, message, param } = verdict.refused
      throw new Refusal(code, message, param)
    }
    const person = verdict.account.participants.find((participant) => participant.id === body.id)
    if (person === undefined) throw new Error('user not found after identification')
    return userAnswer({ ...person, accountId: verdict.account.id }, it, tenantId)
  }
}

function commandOf(body: Body, it: RouteDependencies, tenantId: TenantId): IdentifyCommand {
  const code = body.referralCode === undefined ? null : parseReferralCode(body.referralCode)
  return {
    kind: 'identify',
    userId: body.id,
    newcomer: {
      key: it.keys.make<ParticipantKey>(it.now(tenantId)),
      code: it.newReferralCode(),
    },
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
