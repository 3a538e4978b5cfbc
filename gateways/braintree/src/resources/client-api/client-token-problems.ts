import type { Problem } from '../../protocol/problems.ts'

function needsCustomer(code: string, option: string): Problem {
  return {
    code,
    attribute: option,
    message: `Customer ID is required when ${option} is true.`,
  }
}

/** Options that are about a customer's cards. */
export const customerOptions: readonly Problem[] = [
  needsCustomer('92801', 'make_default'),
  needsCustomer('92802', 'verify_card'),
  needsCustomer('92803', 'fail_on_duplicate_payment_method'),
  needsCustomer('92805', 'fail_on_duplicate_payment_method_for_customer'),
]

export const clientTokenProblems = {
  customerMissing: {
    code: '92804',
    attribute: 'customer_id',
    message: 'Customer specified by customer_id does not exist',
  },
  versionUnsupported: {
    code: '92806',
    attribute: 'version',
    message: 'Version specified is not supported',
  },
  accountMissing: {
    code: '92807',
    attribute: 'merchant_account_id',
    message: 'Merchant account specified by merchant_account_id does not exist',
  },
  domainFormat: {
    code: '92011',
    attribute: 'domains',
    message: 'Client token domains must be valid domain names (RFC 1035), e.g. example.com',
  },
  tooManyDomains: {
    code: '92810',
    attribute: 'domains',
    message: 'Cannot specify more than 5 client token domains',
  },
} satisfies Readonly<Record<string, Problem>>
