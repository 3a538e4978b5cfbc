import { fileURLToPath } from 'node:url'
import { runLoad } from '../load/fire.ts'
import { wireRequest } from '../load/wire-request.ts'
import { startProgram } from '../processes/child-program.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { OpenCeiling } from './open-ceiling.ts'

const script = fileURLToPath(new URL('./insert-server.ts', import.meta.url))

/** Starts the server that writes are compared with beside their ceiling: one durable insert for each request. */
export async function openBareInsert({ address }: ServiceProcess): Promise<OpenCeiling> {
  const program = startProgram({ script, scriptArguments: [JSON.stringify(address)] })
  const [, url = ''] = await program.says(/listening at (\S+)/)
  return {
    async run(count) {
      const requests = Array.from({ length: count }, (_, index) =>
        wireRequest('POST', '/', { body: { id: `account-${index}`, status: 'TRIAL', value: 49.9 } }),
      )
      return (await runLoad(url, requests)).perSecond
    },
    close: program.stop,
  }
}
