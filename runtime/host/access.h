/* access.h - variables of a generated model through its descriptor, whatever their type; its messages. */
#ifndef DTC_ACCESS_H
#define DTC_ACCESS_H

#include "../dtc_runtime.h"

double sim_get(const dtc_model_info *info, const void *model, const dtc_variable *v);
void   sim_set(const dtc_model_info *info, void *model, const dtc_variable *v, double x);

/* message.c: message `number` with the values it shows, as it is due now. */
void message_text(const dtc_model_info *info, const void *model, int number, char *text, size_t size);

#endif
