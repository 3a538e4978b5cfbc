import { randomUUID } from 'node:crypto'
import type { TestService } from '../test-service.ts'

/** Stores a processed notification, which was about nothing that the service knows; returns its ID. */
export async function addNotification({ owner }: TestService, alias: string): Promise<string> {
  const id = randomUUID()
  const text = `insert into app.processor_notification
      (tenant_id, id, connection_id, payload_hash, kind, sent_at, payload, received_at, processed_at, outcome)
    values ($1, $2::uuid, gen_random_uuid(), decode(replace($3, '-', ''), 'hex'), 'check', now(), 'PHg+', now(), now(),
      'NO_SUBSCRIPTION')`
  await owner.query({ name: '', text }, [alias, id, id])
  return id
}
