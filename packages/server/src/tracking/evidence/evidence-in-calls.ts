import type { FraudFacts } from '@goodword/domain/fraud/fraud-facts'
import type { EvidenceKey, Observed } from '@goodword/domain/fraud/fraud-history'
import type { Call, Command } from '@goodword/domain/referrals/command'
import type { TrackingState } from '@goodword/domain/tracking/tracking'
import type { TenantId } from '@goodword/domain/values/ids'
import type { SecretBox } from '../../engine/secrets/secret-box.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { isDisposable, isPrivate, mailDomainOf, mailListVersion } from './mail-domains.ts'
import { recentKeys } from './recent-keys.ts'

/**
 * A call with the private mail domains that it names among its keys. Keys that this process stored within the day are left
 * out, unless the call names a code: then all of them tell what the account has in common with others. What remains is
 * looked at first, also if nothing else of the call is new.
 */
export function withEvidence(tx: Transaction, call: Call): Call {
  const { observed, commands } = call
  const keys = [...(observed?.keys ?? []), ...domainKeys(tx, call)]
  const facts = observed?.facts ?? {}
  if (keys.length === 0 && Object.keys(facts).length === 0) return call
  const recent = tx.singleton(recentKeys)
  const isNew = (it: EvidenceKey) => !recent.has(call.accountId, it.key, tx.now)
  const fresh = commands.some(namesCode) || keys.some((it) => it.isPrevious !== true && isNew(it)) ? keys : []
  return {
    ...call,
    observed: { keys: fresh, facts },
    commands: [{ kind: 'observe', facts: {} }, ...commands],
  }
}

function domainKeys(tx: Transaction, call: Call): readonly EvidenceKey[] {
  const { tenantId } = tx
  const box = tx.singleton(secretBoxOf)
  const domains = emailsIn(call).flatMap((it) => mailDomainOf(it) ?? [])
  const registered = new Set(domains.filter(isPrivate).map((it) => it.registered))
  return [...registered].map((it) => domainKey(box, tenantId, it))
}

function domainKey(box: SecretBox, tenantId: TenantId, domain: string): EvidenceKey {
  return { kind: 'domain', key: box.evidenceKey(tenantId, 'domain', domain) }
}

/** The evidence of calls, judged with the program's own lists of mail domains. */
export type Judged = {
  readonly history: TrackingState['history']
  readonly observed: readonly (Observed | undefined)[]
}

/** Leaves out the keys of domains that the program trusts, and says of calls whether an address is for throwing away. */
export function judgeMailDomains(
  tx: Transaction,
  { program, accounts, history }: TrackingState,
  calls: readonly Call[],
): Judged {
  const { mailDomains } = program
  const trusted = trustedKeys(tx, mailDomains.trusted)
  const isCounted = ({ key }: EvidenceKey) => !trusted.has(key)
  const observed = calls.map((call): Observed | undefined => {
    const facts = mailFacts([...emailsIn(call), ...emailsOf(accounts, call)], mailDomains)
    if (call.observed === undefined && facts === null) return undefined
    const keys = call.observed?.keys ?? []
    return { keys: keys.filter(isCounted), facts: { ...call.observed?.facts, ...facts } }
  })
  if (trusted.size === 0 || history === undefined) return { history, observed }
  const counted = [...history].map(([id, it]) => [id, { ...it, keys: it.keys.filter(isCounted) }] as const)
  return { history: new Map(counted), observed }
}

function trustedKeys(tx: Transaction, trusted: readonly string[]): ReadonlySet<string> {
  if (trusted.length === 0) return new Set()
  const box = tx.singleton(secretBoxOf)
  const registered = trusted.flatMap((it) => mailDomainOf(`anybody@${it}`)?.registered ?? [])
  return new Set(registered.map((it) => domainKey(box, tx.tenantId, it).key))
}

function mailFacts(
  emails: readonly string[],
  own: TrackingState['program']['mailDomains'],
): FraudFacts | null {
  if (emails.length === 0) return null
  const domains = emails.flatMap((it) => mailDomainOf(it) ?? [])
  return { disposableEmail: domains.some((it) => isDisposable(it, own)) ? 1 : 0, mailListVersion }
}

/** The addresses of the account's people, where a call may start its referral. */
function emailsOf(accounts: TrackingState['accounts'], { accountId, commands }: Call): readonly string[] {
  if (!commands.some(namesCode)) return []
  return (accounts.get(accountId)?.users ?? []).flatMap(({ email }) => email ?? [])
}

function emailsIn({ commands }: Call): readonly string[] {
  return commands.flatMap((it) => (it.kind === 'identify' ? (it.email ?? []) : []))
}

function namesCode(command: Command): boolean {
  return command.kind === 'attribute' || command.kind === 'attributeByHand'
}

function secretBoxOf({ secretBox }: Context): SecretBox {
  return secretBox
}
