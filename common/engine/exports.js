// The module's two functions, as JavaScript calls them: a JSON text in, a JSON text out.
Module["pbp_run"] = (request) => ccall("pbp_run", "string", ["string"], [request]);
Module["pbp_describe"] = () => ccall("pbp_describe", "string", [], []);
