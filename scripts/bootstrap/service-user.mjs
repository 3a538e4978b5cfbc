import { userInfo } from 'node:os'
import { Problem } from './problem.mjs'

/** They stop and start the service, and run what works on the data as its user by themselves. */
const commandsOfRoot = ['upgrade', 'rollback']

/**
 * The user that a command has to run as, who is not that of this process; null where it is. The data belong to the user of the
 * service, and what another one made there would be out of its reach.
 */
export function userFor(command, serviceUser, { uid, username } = userInfo()) {
  if (commandsOfRoot.includes(command) && serviceUser !== null && uid !== 0) {
    throw new Problem(
      `"${command}" stops and starts the service. Run it as root: sudo goodword-server ${command} …`,
    )
  }
  if (commandsOfRoot.includes(command) || serviceUser === null || serviceUser === username) return null
  if (uid === 0) return serviceUser
  throw new Problem(
    `The service runs as the user "${serviceUser}", and this is "${username}". Run the command as root: sudo goodword-server ${command} …`,
  )
}
