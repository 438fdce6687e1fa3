import { addCards } from './run/cards.ts'

/** The page of a request that has its answer. */
addCards()
