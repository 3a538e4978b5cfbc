import { fileURLToPath } from 'node:url'
import type { TenantId } from '@goodword/domain/ids'
import type { DatabaseAddress } from '@goodword/server/store/driver/database'
import { type ChildProgram, startProgram } from '../processes/child-program.ts'

export type ReadServer = { readonly url: string; readonly stop: ChildProgram['stop'] }

const script = fileURLToPath(new URL('./read-server.ts', import.meta.url))

/** Starts the server that the reads of the service are compared with. */
export async function startReadServer(
  address: DatabaseAddress,
  tenantId: TenantId,
  select: 'account' | 'code',
): Promise<ReadServer> {
  const program = startProgram({ script, scriptArguments: [JSON.stringify(address), tenantId, select] })
  const [, url = ''] = await program.says(/listening at (\S+)/)
  return { url, stop: program.stop }
}
