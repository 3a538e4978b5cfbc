import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant, tenantAt } from '../../testing/test-tenant.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'
import { decideIn } from '../../tracking/decide-calls.ts'
import { saveIn } from '../../tracking/save-decided.ts'
import { blockAccount, unblockAccount } from './block-account.ts'
import { followBlock } from './follow-block.ts'
import { readAccount } from './read-accounts.ts'

const db = await createTestDatabase()
const secondProcess = db.connectService()

const ADA = 'ada' as AccountId
const reason = { text: 'Makes up friends.', author: 'key ****abcd', actor: 'server' } as const
const paid = { kind: 'report', status: 'PAID' } as const
const codeCommand = (code: ReferralCode) => ({ kind: 'attribute', evidence: 'explicit', code }) as const

async function story(name: string) {
  const tenant = await makeTestTenant(db, name)
  const other = tenantAt(secondProcess, tenant.id)
  const code = await tenant.referrer(ADA)
  const ada = await keyOf(tenant, ADA)
  return {
    tenant,
    code,
    join: (id: string) => tenant.track(id, 'server', tenant.identify('f'), codeCommand(code)),
    block: () => blockAccount(other.ctx, tenant.id, ADA, reason),
    unblock: () => unblockAccount(other.ctx, tenant.id, ADA, reason),
    follow: () => followBlock(other.ctx, tenant.id, ada, new AbortController().signal),
    /** A call of a friend that was decided before something else is committed, and is committed after it. */
    overtaken: (
      id: string,
      commands: Parameters<TestTenant['track']>[2][],
      between: () => Promise<unknown>,
    ) =>
      tenant.ctx.writeTenant(tenant.id, async (tx) => {
        const call = { accountId: id as AccountId, source: 'server', commands } as const
        const decided = await decideIn(tx, [{ call, actor: 'server' }])
        await between()
        saveIn(tx, decided)
      }),
    side: async (id: string) => {
      const { referring } = (await accountOf(tenant, id)).referral ?? {}
      return [referring?.moderation.status, referring?.moderation.by, (referring?.reward ?? null) !== null]
    },
    jobs: async () =>
      (
        await db.owner.query<{ subject: string }>(
          { name: '', text: `select subject from job where tenant_id = $1 and kind = 'FOLLOW_BLOCK'` },
          [tenant.id],
        )
      ).map((it) => it.subject === ada),
  }
}

async function accountOf(tenant: TestTenant, id: string) {
  const reading = await readAccount(tenant.ctx, tenant.id, id as AccountId)
  if (reading === null) throw new Error(`no account ${id}`)
  return reading.account
}

async function keyOf(tenant: TestTenant, id: AccountId): Promise<AccountKey> {
  return (await accountOf(tenant, id)).key
}

test('a code that was used before a block is committed starts a referral, which is held at the latest when it converts', async () => {
  const { overtaken, block, follow, side, code, tenant } = await story('block_attribution')
  await overtaken('bob', [tenant.identify('f'), codeCommand(code)], async () => {
    await block()
    await follow()
  })
  expect(await side('bob')).toEqual(['APPROVED', 'program', false])
  await tenant.track('bob', 'server', paid)
  expect(await side('bob')).toEqual(['PENDING', 'block', false])
})

test('a payment that came before a block is committed keeps its reward', async () => {
  const { join, overtaken, block, follow, side } = await story('block_conversion')
  await join('bob')
  await overtaken('bob', [paid], block)
  await follow()
  expect(await side('bob')).toEqual(['APPROVED', 'program', true])
})

test('a payment that met a block which has ended by its commit is released by the job that follows it', async () => {
  const { join, overtaken, block, unblock, follow, side, jobs, tenant } = await story('unblock_conversion')
  await join('bob')
  await block()
  await overtaken('bob', [paid], async () => {
    await unblock()
    await db.owner.query({ name: '', text: 'delete from job where tenant_id = $1' }, [tenant.id])
  })
  expect(await side('bob')).toEqual(['PENDING', 'block', false])
  expect(await jobs()).toEqual([true])
  await follow()
  expect(await side('bob')).toEqual(['APPROVED', 'program', true])
})

test('blocks, codes and payments of many friends at once, in two processes, leave nothing held and no reward twice', async () => {
  const { tenant, join, block, unblock, follow, code, side } = await story('block_many')
  const other = tenantAt(secondProcess, tenant.id)
  const friends = Array.from({ length: 12 }, (_, index) => `friend_${index}`)
  await Promise.all(friends.slice(0, 6).map(join))
  const accepted = await Promise.all([
    ...friends.map(async (id) => {
      const { decision } = await other.track(id, 'server', other.identify('f'), codeCommand(code))
      return decision.kind === 'accepted' ? id : null
    }),
    ...friends.slice(0, 6).map(async (id) => {
      await tenant.track(id, 'server', paid)
      return null
    }),
    ...[block, follow, unblock, follow, block, follow].map(async (it) => {
      await it()
      return null
    }),
  ])
  await block()
  await follow()
  const referred = new Set([...friends.slice(0, 6), ...accepted.filter((it) => it !== null)])
  for (const id of referred) await tenant.track(id, 'server', paid)
  await unblock()
  await follow()
  for (const id of referred) expect(await side(id)).toEqual(['APPROVED', 'program', true])
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
})

test('more referrals than a page of the job are held and released', async () => {
  const { join, block, unblock, follow, side } = await story('block_pages')
  const friends = Array.from({ length: 230 }, (_, index) => `friend_${index}`)
  await Promise.all(friends.map(join))
  await block()
  await follow()
  for (const id of ['friend_0', 'friend_199', 'friend_200', 'friend_229']) {
    expect(await side(id)).toEqual(['PENDING', 'block', false])
  }
  await unblock()
  await follow()
  for (const id of friends) expect(await side(id)).toEqual(['APPROVED', 'program', false])
})
