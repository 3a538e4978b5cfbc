/** The error codes of webhook receivers and deliveries. */
export const webhookErrors = {
  RECEIVER_NOT_FOUND: {
    status: 404,
    title: 'Unknown webhook receiver',
    when: 'No webhook receiver of the program has this ID in this mode.',
    remedy: 'Use an ID from `GET webhooks`.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    title: 'Unknown delivery',
    when: 'No delivery has this ID, its receiver was deleted, or it is older than 30 days.',
    remedy: 'Use an ID from `GET webhooks/{webhookId}/deliveries`.',
  },
  RECEIVER_URL_TAKEN: {
    status: 409,
    title: 'The URL has a webhook receiver',
    when: 'Another webhook receiver of the program has this URL.',
    remedy: 'Change that receiver with `PUT webhooks/{webhookId}`, or delete it first.',
  },
  TOO_MANY_RECEIVERS: {
    status: 409,
    title: 'Too many webhook receivers',
    when: 'The program has 20 webhook receivers in this mode.',
    remedy: 'Delete one that is not needed any more with `DELETE webhooks/{webhookId}`.',
  },
  RECEIVER_DISABLED: {
    status: 409,
    title: 'The webhook receiver is disabled',
    when: 'Nothing is sent to a disabled webhook receiver, neither tests nor earlier events.',
    remedy: 'Enable it with `PUT webhooks/{webhookId}`: `{"enabled": true}`.',
  },
} as const
