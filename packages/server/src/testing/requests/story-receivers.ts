import type { TestService } from '../test-service.ts'

/** Nothing listens there. */
export const receiverUrl = (name: string) => `http://127.0.0.1:1/${encodeURIComponent(name)}`

/** A tenant has few receivers, so a new one may need room. */
export async function removeReceivers(service: TestService): Promise<void> {
  const { alias, apiKey: key } = service.test
  const { body: list } = await service.call('GET', '/webhooks?limit=1000', { alias, key })
  for (const { id } of list.webhooks as { id: string }[]) {
    await service.call('DELETE', `/webhooks/${id}`, { alias, key })
  }
}

/** Returns the path of a new receiver. */
export async function addReceiver(service: TestService, name: string): Promise<string> {
  const { alias, apiKey: key } = service.test
  await removeReceivers(service)
  const { body } = await service.call('POST', '/webhooks', { alias, key, body: { url: receiverUrl(name) } })
  return `/webhooks/${String(body.id)}`
}
