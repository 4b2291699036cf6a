/** How long a bearer token is valid, in seconds of real time. */
export const TOKEN_TTL_SECONDS = 900;
