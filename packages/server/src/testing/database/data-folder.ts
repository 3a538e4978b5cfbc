import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataDirs } from './remove-data-dirs.ts'

export type DataFolder = { readonly folder: string; readonly remove: () => Promise<void> }

// The input of the shell ends when this process does, also by a signal that no code of it sees.
const guard = 'read -r removed || exec "$@"'
const removal = 'import(process.argv[1]).then((it) => it.removeDataDirs(process.argv[2]))'

/**
 * A new folder for data directories, which another user may pass through: as root the embedded server is one. When this
 * process ends before `remove`, a process of its own stops the services in the folder and removes it with its databases.
 */
export async function makeDataFolder(prefix: string): Promise<DataFolder> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o711)
  const module = new URL('./remove-data-dirs.ts', import.meta.url).href
  const node = [process.execPath, '--input-type=module', '--eval', removal, module, folder]
  const child = spawn('/bin/sh', ['-c', guard, 'guard', ...node], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own: a signal to the group of this process must not end it.
    detached: true,
  })
  const ended = once(child, 'exit')
  child.unref()
  return {
    folder,
    async remove() {
      await removeDataDirs(folder)
      child.ref()
      child.stdin.end('removed\n')
      await ended
    },
  }
}
