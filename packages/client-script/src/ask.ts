const TRIES = 5

/**
 * Asks the service, and again with growing pauses while it is away. Nothing but the body tells who asks: no cookie goes
 * along. What is under way outlives the page, and what waits for another try goes out when the page is left.
 *
 * @throws Error when the service says no or stays away
 */
export async function ask(address: string, body?: object): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    let isFinal = tries === TRIES
    try {
      const answer = await fetch(address, {
        credentials: 'omit',
        keepalive: true,
        ...(body && {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      const told = await answer.json()
      if (answer.ok) return told
      // These pass: a slow network, too many calls, a service that is away.
      isFinal ||= !/408|429|5../.test(`${answer.status}`)
      throw new Error(told.message)
    } catch (error) {
      if (isFinal) throw error
    }
    await pause(1000 * 2 ** tries * Math.random())
  }
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((go) => {
    setTimeout(go, milliseconds)
    addEventListener('pagehide', go)
  })
}
