import { booleanOf, integerOf, listOf, type Params, partOf, type Shape, textOf } from '../../model/params.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { type Problem, Problems, problem } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { defaultAccountOf } from '../../records/merchant-account.ts'
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

const DEFAULT_VERSION = 2
const MAX_DOMAINS = 5

/** Lets a browser make nonces, for a customer if the request names one. */
export function createClientToken(call: Call): Answer {
  const { gateway, merchant, body, user, now } = call
  const params = partOf(body, 'client_token')
  const problems = new Problems(['client_token'])
  const version = integerOf(params, 'version') ?? DEFAULT_VERSION
  if (![1, 2, 3].includes(version)) problems.add(clientTokenProblems.versionUnsupported)
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
      if (booleanOf(options, problem.attribute) === true) problems.add(problem)
    }
  } else if (!merchant.customers.has(customerId)) {
    problems.add(clientTokenProblems.customerMissing)
  }
  const merchantAccountId = textOf(params, 'merchant_account_id') ?? null
  const isKnown = merchant.merchantAccounts.some((each) => each.id === merchantAccountId)
  if (merchantAccountId !== null && !isKnown) problems.add(clientTokenProblems.accountMissing)
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
  if (domains.length > MAX_DOMAINS) problems.add(clientTokenProblems.tooManyDomains)
  else if (
    !domains.every((each) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/i.test(each))
  ) {
    problems.add(clientTokenProblems.domainFormat)
  }
  return domains
}

function needsCustomer(code: string, option: string): Problem {
  return problem(code, option, `Customer ID is required when ${option} is true.`)
}

/** Options that are about a customer's cards. */
const customerOptions: readonly Problem[] = [
  needsCustomer('92801', 'make_default'),
  needsCustomer('92802', 'verify_card'),
  needsCustomer('92803', 'fail_on_duplicate_payment_method'),
  needsCustomer('92805', 'fail_on_duplicate_payment_method_for_customer'),
]

const clientTokenProblems = {
  customerMissing: problem('92804', 'customer_id', 'Customer specified by customer_id does not exist'),
  versionUnsupported: problem('92806', 'version', 'Version specified is not supported'),
  accountMissing: problem(
    '92807',
    'merchant_account_id',
    'Merchant account specified by merchant_account_id does not exist',
  ),
  domainFormat: problem(
    '92011',
    'domains',
    'Client token domains must be valid domain names (RFC 1035), e.g. example.com',
  ),
  tooManyDomains: problem('92810', 'domains', 'Cannot specify more than 5 client token domains'),
}

/** The merchant's configuration for browsers, with the addresses. Only cards are offered. */
export function configurationOf(
  { merchant, origin }: Pick<Call, 'merchant' | 'origin'>,
  merchantAccountId: string | null,
) {
  const clientApiUrl = `${origin}/merchants/${merchant.id}/client_api`
  return {
    environment: 'sandbox',
    clientApiUrl,
    configUrl: `${clientApiUrl}/v1/configuration`,
    merchantId: merchant.id,
    merchantAccountId: merchantAccountId ?? defaultAccountOf(merchant).id,
    assetsUrl: origin,
    authUrl: origin,
    challenges: [],
    creditCards: {
      supportedCardTypes: ['American Express', 'Discover', 'JCB', 'MasterCard', 'Visa', 'UnionPay'],
    },
    threeDSecureEnabled: false,
    paypalEnabled: false,
    venmo: 'off',
    applePay: null,
    androidPay: null,
  }
}
