import type { Progress } from '../clock/advance.ts'
import { nextDueAt } from '../clock/due-work.ts'
import { momentText, weekdayOf } from '../control/moment-text.ts'
import { lastStop, moveUnderWay } from '../control/move-clock.ts'
import { progressText } from '../control/progress.ts'
import type { Account } from '../model/account.ts'
import { nowOf, type World } from '../model/world.ts'
import { type Html, html } from './html.ts'

/** @param steps the buttons of the clock: what a form sends as `by`, and what a button says */
export function clockPanel<A extends Account>(
  world: World<A>,
  account: A,
  steps: Readonly<Record<string, string>>,
): Html {
  const now = nowOf(world, account)
  const due = nextDueAt(world, account)
  const runs = account.clock.runsSince !== null
  const action = `/ledger/${account.id}/clock`
  const move = moveUnderWay(account)
  if (move !== null) return movingPanel(move)
  const stop = lastStop(account)
  return html`<section class="clock" aria-label="Clock">
    <div class="time">
      <p class="now"><span class="weekday">${weekdayOf(now)}</span> <time datetime="${new Date(now).toISOString()}">${momentText(now)}</time> <abbr title="Coordinated Universal Time">UTC</abbr></p>
      <p class="state">${runs ? 'The clock runs' : 'The clock stands'}. ${
        due === null
          ? 'Nothing is due.'
          : html`Next due: <time datetime="${new Date(due).toISOString()}">${momentText(due)}</time>.`
      }</p>
      <form class="running" method="post" action="${action}/running">
        <button name="runs" value="${runs ? 'false' : 'true'}">${runs ? 'Let it stand' : 'Let it run'}</button>
      </form>
    </div>
    <div class="moves">
      <form method="post" action="${action}" data-advance>
        <fieldset><legend>Move ahead by</legend>${Object.entries(steps).map(
          ([step, name]) => html`<button name="by" value="${step}">${name}</button> `,
        )}</fieldset>
      </form>
      <form method="post" action="${action}" data-advance class="to">
        <label>or to <input type="datetime-local" name="to" required min="${momentText(now).replace(' ', 'T')}" value="${momentText(now).replace(' ', 'T')}"></label>
        <button name="by" value="to">Move</button>
      </form>
      <p class="progress" id="progress" hidden><progress max="1" value="0" aria-label="Moving"></progress> <output></output></p>
      ${stop !== null && html`<p class="stopped">The last move stopped on the way. ${stop}</p>`}
    </div>
  </section>`
}

/**
 * Shows a move that was begun before the page was loaded, here or elsewhere. The script loads the page again until it
 * has ended.
 */
function movingPanel(progress: Progress): Html {
  const { from, to, at } = progress
  const share = to === from ? 1 : (at - from) / (to - from)
  return html`<section class="clock" aria-label="Clock">
    <div class="time">
      <p class="now"><span class="weekday">${weekdayOf(at)}</span> <time datetime="${new Date(at).toISOString()}">${momentText(at)}</time> <abbr title="Coordinated Universal Time">UTC</abbr></p>
      <p class="state">The clock moves to <time datetime="${new Date(to).toISOString()}">${momentText(to)}</time>.</p>
    </div>
    <div class="moves">
      <p class="progress" id="moving"><progress max="1" value="${share.toFixed(3)}" aria-label="Moving"></progress> <output>${progressText(progress)}</output></p>
    </div>
  </section>`
}
