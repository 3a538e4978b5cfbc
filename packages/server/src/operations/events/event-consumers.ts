import { createMails } from '../mails/create-mails.ts'
import { countEvents } from '../statistics/count-events.ts'
import { createDeliveries } from '../webhooks/create-deliveries.ts'
import type { EventConsumer } from './event-consumer.ts'

/** Called one after the other. */
export const eventConsumers: readonly EventConsumer[] = [createMails, countEvents, createDeliveries]
