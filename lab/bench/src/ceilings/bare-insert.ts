import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { runLoad } from '../load/run-load.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import { startCeilingServer } from './ceiling-server.ts'
import type { OpenCeiling } from './open-ceiling.ts'

/** Starts the server that writes are compared with beside their ceiling: one durable insert for each request. */
export async function openBareInsert({ address }: ServiceProcess): Promise<OpenCeiling> {
  const { url, stop } = await startCeilingServer(new URL('./insert-server.ts', import.meta.url), [
    JSON.stringify(address),
  ])
  return {
    async run(count) {
      const requests = Array.from({ length: count }, (_, index) =>
        wireRequest('POST', '/', { body: { id: `account-${index}`, status: 'TRIAL', value: 49.9 } }),
      )
      return (await runLoad(url, requests)).perSecond
    },
    close: stop,
  }
}
