import { scriptOf } from './run-script.ts'

/**
 * Appends envelopes to the streams of requests, to each if nobody with a later epoch has written to it.
 *
 * KEYS: of each request the stream and its state. ARGV: lifetime in milliseconds; then of each request its epoch, the
 * index of the first envelope, the channel, the number of envelopes, and the envelopes. The lifetime of a stream begins
 * anew with every 64th envelope: more often would cost more than the envelope itself. Returns for each request the
 * number of envelopes that the stream has then; -1 if the epoch is too old; -2 and the number of envelopes if some
 * before the first one are missing; -3 and the reason if Redis could not do it. Envelopes that the stream already has
 * are skipped.
 */
export const APPEND = scriptOf(`
local function append(stream, state, at)
  local epoch, first, channel, count = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), ARGV[at + 2], tonumber(ARGV[at + 3])
  local known = redis.call('HMGET', state, 'epoch', 'length')
  local owner = tonumber(known[1] or '0')
  if epoch < owner then return {-1, 0} end
  local had = tonumber(known[2] or '0')
  if first > had then return {-2, had} end
  local new, last = at + 4 + had - first, at + 3 + count
  local length = had
  for i = new, last do
    length = length + 1
    redis.call('XADD', stream, length .. '-0', 'e', ARGV[i])
  end
  redis.call('HSET', state, 'epoch', ARGV[at], 'length', length)
  if had == 0 or epoch > owner or math.floor(had / 64) < math.floor(length / 64) then
    redis.call('PEXPIRE', stream, ARGV[1])
    redis.call('PEXPIRE', state, ARGV[1])
  end
  if length > had then
    redis.call('PUBLISH', channel, had .. '\\n' .. table.concat(ARGV, '\\n', new, last))
  end
  return {length, 0}
end
local answers, at = {}, 2
for request = 1, #KEYS / 2 do
  local done, answer = pcall(append, KEYS[2 * request - 1], KEYS[2 * request], at)
  answers[request] = done and answer or {-3, type(answer) == 'table' and answer.err or tostring(answer)}
  at = at + 4 + tonumber(ARGV[at + 3])
end
return answers
`)

/**
 * Refuses appends of earlier epochs from now on.
 *
 * KEYS: the state of a stream. ARGV: epoch, lifetime in milliseconds. Returns the number of envelopes, or -1 if a later
 * epoch has already been here.
 */
export const FENCE = scriptOf(`
local epoch = tonumber(redis.call('HGET', KEYS[1], 'epoch') or '0')
if tonumber(ARGV[1]) < epoch then return -1 end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return tonumber(redis.call('HGET', KEYS[1], 'length') or '0')
`)

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/**
 * Adds requests to the note of those that are read on a process, and keeps the note valid.
 *
 * KEYS: the processes, the note. ARGV: how long the note is valid in milliseconds, the process, the requests. Returns
 * how many the note has.
 */
export const NOTE_READERS = scriptOf(`${NOW}
for request = 3, #ARGV do redis.call('SADD', KEYS[2], ARGV[request]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
return redis.call('SCARD', KEYS[2])
`)

/**
 * Those of some requests that are read on no process.
 *
 * KEYS: the processes. ARGV: what the names of their notes begin with, the requests.
 */
export const UNREAD = scriptOf(`${NOW}
local nodes = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')
local unread = {}
for request = 2, #ARGV do
  local read = 0
  for _, node in ipairs(nodes) do
    if read == 0 then read = redis.call('SISMEMBER', ARGV[1] .. node, ARGV[request]) end
  end
  if read == 0 then unread[#unread + 1] = ARGV[request] end
end
return unread
`)
