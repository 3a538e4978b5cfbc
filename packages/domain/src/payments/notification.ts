/** Whether the customer of a notification of the payment processor was found, or why not, each with its sentence. */
const sentences = {
  CUSTOMER_FOUND: 'The bills of the customer were compared with the payment processor.',
  NO_SUBSCRIPTION: 'It is not about a subscription, so there was nothing to do.',
  SUBSCRIPTION_NOT_FOUND: 'The payment processor does not know the subscription any more.',
  DISCONNECTED: 'It came from a merchant that is no longer connected, so it was ignored.',
} as const

export type NotificationOutcome = keyof typeof sentences

// An object of ours has no other keys.
export const notificationOutcomes = Object.keys(sentences) as readonly NotificationOutcome[]

export const notificationStates = ['RECEIVED', 'DONE', 'FAILED'] as const
export type NotificationState = (typeof notificationStates)[number]

/** The outcome of a notification, in a sentence. */
export function notificationMessage(state: NotificationState, outcome: NotificationOutcome | null): string {
  if (outcome !== null) return sentences[outcome]
  return state === 'FAILED'
    ? 'It could not be processed. Look at lastError, and run it again when the cause is gone.'
    : 'It was received, and is processed shortly.'
}
