import { booleanOf, integerOf, listOf, type Params, partOf, type Shape, textOf } from '../../model/params.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { clientTokenProblems, customerOptions } from './client-token-problems.ts'
import { configurationOf } from './configuration.ts'
import { type Permission, signPermission } from './fingerprint.ts'

export const clientTokenShape: Shape = {
  client_token: {
    customer_id: 'value',
    domains: ['value'],
    merchant_account_id: 'value',
    options: {
      fail_on_duplicate_payment_method: 'value',
      fail_on_duplicate_payment_method_for_customer: 'value',
      make_default: 'value',
      verify_card: 'value',
    },
    version: 'value',
  },
}

const path = ['client_token']
const DEFAULT_VERSION = 2
const MAX_DOMAINS = 5

/** Lets a browser make nonces, for a customer if the request names one. */
export function createClientToken(call: Call): Answer {
  const { gateway, merchant, body, user, now } = call
  const params = partOf(body, 'client_token')
  const problems = new Problems()
  const version = integerOf(params, 'version') ?? DEFAULT_VERSION
  if (![1, 2, 3].includes(version)) problems.add(path, clientTokenProblems.versionUnsupported)
  const permission = readPermissionOf(call, params, problems)
  if (!problems.isEmpty) return invalid(problems, body)
  if (permission.domains.length > 0) {
    gateway.log('client_token.domains: the list is not enforced; nonces are created for pages of any domain')
  }
  const text = JSON.stringify({
    version,
    authorizationFingerprint: signPermission(merchant, user, permission, now),
    ...configurationOf(call, permission.merchantAccountId),
  })
  // The first version was the text itself.
  return created('client-token', { value: version === 1 ? text : Buffer.from(text).toString('base64') })
}

function readPermissionOf({ merchant }: Call, params: Params, problems: Problems): Permission {
  const options = partOf(params, 'options')
  const customerId = textOf(params, 'customer_id') ?? null
  if (customerId === null) {
    for (const problem of customerOptions) {
      if (booleanOf(options, problem.attribute) === true) problems.add(path, problem)
    }
  } else if (!merchant.customers.has(customerId)) {
    problems.add(path, clientTokenProblems.customerMissing)
  }
  const merchantAccountId = textOf(params, 'merchant_account_id') ?? null
  const isKnown = merchant.merchantAccounts.some((each) => each.id === merchantAccountId)
  if (merchantAccountId !== null && !isKnown) problems.add(path, clientTokenProblems.accountMissing)
  return {
    customerId,
    makesDefault: booleanOf(options, 'make_default') === true,
    verifiesCards: booleanOf(options, 'verify_card') === true,
    failsOnDuplicates: booleanOf(options, 'fail_on_duplicate_payment_method') === true,
    failsOnDuplicatesOfCustomer: booleanOf(options, 'fail_on_duplicate_payment_method_for_customer') === true,
    merchantAccountId,
    domains: readDomains(params, problems),
  }
}

function readDomains(params: Params, problems: Problems): readonly string[] {
  const domains = (listOf(params, 'domains') ?? []).map(String)
  if (domains.length > MAX_DOMAINS) problems.add(path, clientTokenProblems.tooManyDomains)
  else if (
    !domains.every((each) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/i.test(each))
  ) {
    problems.add(path, clientTokenProblems.domainFormat)
  }
  return domains
}
