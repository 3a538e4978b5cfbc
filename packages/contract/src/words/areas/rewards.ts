import { rewards as ar } from '../ar/rewards.ts'
import { rewards as de } from '../de/rewards.ts'
import { rewards as en } from '../en/rewards.ts'
import { rewards as es } from '../es/rewards.ts'
import { rewards as fr } from '../fr/rewards.ts'
import { rewards as it } from '../it/rewards.ts'
import { rewards as ja } from '../ja/rewards.ts'
import { rewards as nl } from '../nl/rewards.ts'
import { rewards as pl } from '../pl/rewards.ts'
import { rewards as pt } from '../pt/rewards.ts'
import type { Area } from '../translation.ts'

export const rewards: Area<typeof en> = { en, de, fr, es, it, nl, pt, pl, ja, ar }
