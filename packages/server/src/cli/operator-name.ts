import { userInfo } from 'node:os'

/** Who gives a command, as the audit shows it: the user of the machine. */
export function operatorName(): string {
  try {
    return `operator ${userInfo().username}`
  } catch {
    // In a container the user may have a number and no name.
    return `operator ${process.getuid?.() ?? 'unknown'}`
  }
}
