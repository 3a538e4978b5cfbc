import { countEvents } from '../../reporting/statistics/counting/count-events.ts'
import type { EventConsumer } from '../events/event-consumer.ts'
import { createMails } from '../mails/create-mails.ts'
import { createDeliveries } from '../webhooks/create-deliveries.ts'

/** Called one after the other. */
export const eventConsumers: readonly EventConsumer[] = [createMails, countEvents, createDeliveries]
