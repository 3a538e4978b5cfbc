/** The error codes of the payment processor and its connection. */
export const processorErrors = {
  CREDIT_BEING_BILLED: {
    status: 409,
    title: 'The credit is being taken off a bill',
    when: 'The amount needs credit of a bill that is made within the hour, or is made and not paid yet. Nothing was redeemed.',
    remedy: 'Redeem less, or try again once the bill is paid: what it did not use can be redeemed then.',
  },
  PROCESSOR_CREDENTIALS_REJECTED: {
    status: 400,
    title: 'The payment processor rejected the credentials',
    when: 'The payment processor does not accept these credentials. Nothing was stored, and an existing connection is unchanged.',
    remedy:
      'Copy the merchant ID and an API key pair, or the API key, from the environment that you name, and send them again.',
  },
  KEY_OF_OTHER_MODE: {
    status: 400,
    title: 'The key is of the other mode',
    when: 'A live key of the payment processor was sent for a test program, or a test key for a live one. Nothing was stored.',
    remedy: 'Send a test key to the `test_` alias, and a live key to the live one.',
  },
  PROCESSOR_NOT_CONNECTED: {
    status: 409,
    title: 'No payment processor is connected',
    when: 'The operation needs a connection to a payment processor, and the program has none in this mode. The operations of the connection itself return it with status 404.',
    remedy: 'Connect the payment processor with `PUT connection`, separately for test and live.',
  },
  PROCESSOR_CONNECTION_IN_USE: {
    status: 409,
    title: 'The connection is in use',
    when: 'Another merchant of the payment processor, or another `processorDiscountId`, was sent while subscriptions have referral discounts.',
    remedy:
      'Send the keys of the connected merchant, or the `processorDiscountId` that is in use. To change the merchant, remove the connection first; discounts at the processor then stay as they are.',
  },
  PROCESSOR_SETUP_INCOMPLETE: {
    status: 409,
    title: 'Set-up at the payment processor is missing',
    when: 'The program cannot be turned on, because the custom field, the discount or a permission is missing at the connected payment processor.',
    remedy:
      'Retrieve the connection, set up what `missingSetup` lists at the processor, request `POST connection/check`, and turn the program on again.',
  },
  BILL_NOT_FOUND: {
    status: 404,
    title: 'Bill not found',
    when: 'No bill has this ID in the program and mode of the key.',
    remedy: 'Use an ID from `GET bills`.',
  },
  BILL_NOT_OVERPAID: {
    status: 400,
    title: 'Nothing was paid too much',
    when: 'The bill was right, was paid too little, came to nothing, or was given back already, so there is nothing to refund.',
    remedy:
      'Mend bills whose `difference` is above 0. Leave one that was paid too little with `POST bills/{billId}/waive`.',
  },
  BILL_NOT_WAIVABLE: {
    status: 409,
    title: 'The bill cannot be waived',
    when: 'The bill is right or mended, or its refund is under way.',
    remedy:
      'Waive only bills whose `state` is `WRONG`, and whose `reason` says nothing of a refund that is due.',
  },
  BILL_CONFLICT: {
    status: 409,
    title: 'The bill differs from what was reported',
    when: 'The subscription has a bill of that day with another content, is billed in another currency, or belongs to another account. Nothing was stored.',
    remedy:
      'Report each bill once, as it was made, and at most one a day (UTC) for each subscription. A subscription keeps its account and its currency.',
  },
  BILLS_COME_FROM_PROCESSOR: {
    status: 409,
    title: 'Bills come from the payment processor',
    when: 'A bill was reported, and the program is connected to a payment processor that shows its bills itself.',
    remedy:
      'Report bills only of a program that is connected with `{"processor": "manual"}`, for a billing system of your own.',
  },
  PAYMENTS_COME_FROM_PROCESSOR: {
    status: 409,
    title: 'Payments come from the payment processor',
    when: 'A payment was reported, and the program is connected to a payment processor, which shows its payments itself. Nothing was stored.',
    remedy:
      'Leave it out. Of a program that is connected with `{"processor": "manual"}`, report the bills with `POST bills`: they are its payments.',
  },
  PAYMENT_OF_OTHER_ACCOUNT: {
    status: 409,
    title: 'The payment is of another account',
    when: 'Another account has a payment with this reference. Nothing was stored.',
    remedy: 'Give each payment of the program a reference of its own.',
  },
  NOTIFICATION_NOT_FOUND: {
    status: 404,
    title: 'Notification not found',
    when: 'No notification of the payment processor has this ID in the program and mode of the key, or it is older than 90 days.',
    remedy: 'Use an ID from `GET notifications`.',
  },
  PROCESSOR_UNAVAILABLE: {
    status: 503,
    title: 'The payment processor is unavailable',
    when: 'The payment processor did not respond in time, or responded with a temporary error. Nothing was stored.',
    remedy: 'Retry the same request after the number of seconds in `Retry-After`; retries are safe.',
  },
} as const
